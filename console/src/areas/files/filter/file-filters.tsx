import SortAscendingOutlined from '@ant-design/icons/es/icons/SortAscendingOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { FilterButton } from '#ui/filter/filter-button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { filterText } from './filter-text.ts'
import { type FilesSearch, sorts } from '../search.ts'
import { FilterPanel } from './filter-panel.tsx'

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
        onSearch={(words) => onChange({ search: words })}
      />
      <FilterButton set={set}>
        <FilterPanel spaceId={spaceId} search={search} onChange={onChange} />
      </FilterButton>
      <Menu
        label={t('sort', { column: wordsOf(by) })}
        actions={orders.map((order) => ({
          key: order,
          words: order.startsWith('-')
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
