import SortAscendingOutlined from '@ant-design/icons/es/icons/SortAscendingOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { FilterButton } from '#ui/filter/filter-button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { filterText } from './filter-text.ts'
import { type FilesSearch, sorts, fileKinds } from '../search.ts'
import { FilterChoice, FilterDays, FilterField, FilterFields, FilterYes } from '#ui/filter/filter-fields.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { lineageOf } from './lineage-names.ts'
import { LineageFilters } from './lineage-filters.tsx'

interface FileFiltersProps {
  spaceId: string
  search: FilesSearch
  set: number
  onChange: (changes: Partial<FilesSearch>) => void
}

const sortWords = {
  name: 'name',
  size: 'size',
  kind: 'kind',
  createdAt: 'added',
  updatedAt: 'changed',
  score: 'score',
} as const

export function FileFilters({ spaceId, search, set, onChange }: FileFiltersProps) {
  const t = useText(filterText)
  const sort = search.sort ?? 'name'
  const by = sorts.find((one) => sort === one || sort === `-${one}`) ?? 'name'
  const wordsOf = (one: (typeof sorts)[number]) => t(sortWords[one])
  const orders = sorts.flatMap((one) => [one, `-${one}` as const])
  return (
    <>
      <SearchField
        value={search.search}
        label={t('search')}
        hint={t('searchHint')}
        width={260}
        onSearch={(message) => onChange({ search: message })}
      />
      <FilterButton set={set}>
        <FilterPanel spaceId={spaceId} search={search} onChange={onChange} />
      </FilterButton>
      <Menu
        label={t('sort', { column: wordsOf(by) })}
        actions={orders.map((order) => ({
          key: order,
          text: order.startsWith('-')
            ? t('sortDown', { column: wordsOf(order.slice(1) as (typeof sorts)[number]) })
            : t('sortUp', { column: wordsOf(order as (typeof sorts)[number]) }),
          run: () => onChange({ sort: order === 'name' ? undefined : order }),
        }))}
      >
        {(button) => (
          <Button
            {...button}
            aria-label={t('sort', { column: wordsOf(by) })}
            title={t('sort', { column: wordsOf(by) })}
            icon={<SortAscendingOutlined aria-hidden rotate={sort.startsWith('-') ? 180 : 0} />}
          >
            <span className="narrow-hidden">{wordsOf(by)}</span>
          </Button>
        )}
      </Menu>
    </>
  )
}

interface FilterPanelProps {
  spaceId: string
  search: FilesSearch
  onChange: (changes: Partial<FilesSearch>) => void
}

const mebibyte = 1024 * 1024

const inMebibytes = (bytes: number | undefined) => (bytes === undefined ? null : Number((bytes / mebibyte).toFixed(3)))

const inBytes = (amount: number | null) => (amount === null ? undefined : Math.round(amount * mebibyte))

function FilterPanel({ spaceId, search, onChange }: FilterPanelProps) {
  const t = useText(filterText)
  return (
    <FilterFields>
      <FilterChoice
        name={t('kind')}
        any={t('anyKind')}
        value={search.kind}
        options={fileKinds.map((kind) => ({ value: kind, label: t(kind) }))}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterField name={t('sizeUnit')} pair>
        <NumberInput
          min={0}
          placeholder={t('atLeast')}
          aria-label={`${t('sizeUnit')} ${t('atLeast')}`}
          value={inMebibytes(search.minimumSize)}
          onChange={(amount) => onChange({ minimumSize: inBytes(amount) })}
        />
        <NumberInput
          min={0}
          placeholder={t('atMost')}
          aria-label={`${t('sizeUnit')} ${t('atMost')}`}
          value={inMebibytes(search.maximumSize)}
          onChange={(amount) => onChange({ maximumSize: inBytes(amount) })}
        />
      </FilterField>
      <FilterDays name={t('added')} from={search.from} to={search.to} onChange={onChange} />
      <FilterField name={t('tags')}>
        <SearchField
          value={search.tags}
          name={t('tags')}
          label={t('tagsHint')}
          hint={t('tagsHint')}
          width={300}
          onSearch={(tags) => onChange({ tags })}
        />
      </FilterField>
      <FilterField
        pair
        name={
          <>
            {t('score')} <small className="text-tertiary">{t('scoreHint')}</small>
          </>
        }
      >
        <NumberInput
          min={0}
          max={100}
          placeholder={t('atLeast')}
          aria-label={`${t('score')} ${t('atLeast')}`}
          value={search.minimumScore ?? null}
          onChange={(score) => onChange({ minimumScore: score ?? undefined })}
        />
        <NumberInput
          min={0}
          max={100}
          placeholder={t('atMost')}
          aria-label={`${t('score')} ${t('atMost')}`}
          value={search.maximumScore ?? null}
          onChange={(score) => onChange({ maximumScore: score ?? undefined })}
        />
      </FilterField>
      <FilterYes text={t('broken')} value={search.broken === true} onChange={(broken) => onChange({ broken })} />
      <FilterYes
        text={t('duplicated')}
        value={search.duplicated === true}
        onChange={(duplicated) => onChange({ duplicated })}
      />
      <LineageFilters spaceIds={[spaceId]} search={lineageOf(search)} onChange={onChange} />
    </FilterFields>
  )
}
