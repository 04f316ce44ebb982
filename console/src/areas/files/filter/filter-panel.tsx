import { useText } from '#lib/i18n.ts'
import { FilterChoice, FilterDays, FilterField, FilterFields, FilterYes } from '#ui/filter/filter-fields.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { lineageOf } from './lineage-names.ts'
import { LineageFilters } from './lineage-filters.tsx'
import { filterText } from './filter-text.ts'
import { fileKinds, type FilesSearch } from '../search.ts'

interface FilterPanelProps {
  spaceId: string
  search: FilesSearch
  onChange: (changes: Partial<FilesSearch>) => void
}

const mebibyte = 1024 * 1024
const inMebibytes = (bytes: number | undefined) => (bytes === undefined ? null : Number((bytes / mebibyte).toFixed(3)))
const inBytes = (amount: number | null) => (amount === null ? undefined : Math.round(amount * mebibyte))

export function FilterPanel({ spaceId, search, onChange }: FilterPanelProps) {
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
      <FilterYes words={t('broken')} value={search.broken === true} onChange={(broken) => onChange({ broken })} />
      <FilterYes
        words={t('duplicated')}
        value={search.duplicated === true}
        onChange={(duplicated) => onChange({ duplicated })}
      />
      <LineageFilters spaceIds={[spaceId]} search={lineageOf(search)} onChange={onChange} />
    </FilterFields>
  )
}
