import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import type { Chip } from '../filter/filter-chips.tsx'
import { FilterButton } from '../filter/filter-button.tsx'
import { SearchField } from '../filter/search-field.tsx'
import { FilterRow } from '../page/page.tsx'
import { text } from '../text.ts'
import { useListAddress } from './list-address.ts'
import { filterKeys, type ListFilter } from './list-filter.ts'
import { FilterChips as SetFilters } from '../filter/filter-chips.tsx'
import { ListFilterPanel } from './list-filter-panel.tsx'

interface ListFiltersProps {
  searchLabel: string
  filters: readonly ListFilter[]
  children?: ReactNode
}

export function ListFilters({ searchLabel, filters, children }: ListFiltersProps) {
  const { search, set } = useListAddress()
  const word = (key: string) => (typeof search[key] === 'string' ? search[key] : undefined)
  const chips = useChips(filters, word)
  const clear = (names: readonly string[]) => set(Object.fromEntries(names.map((name) => [name, undefined])))
  return (
    <>
      <FilterRow>
        <SearchField value={word('search')} label={searchLabel} onSearch={(message) => set({ search: message })} />
        {filters.length > 0 && (
          <FilterButton set={chips.length}>
            <ListFilterPanel filters={filters} word={word} onChange={set} />
          </FilterButton>
        )}
        {children}
      </FilterRow>
      {chips.length > 0 && <SetFilters chips={chips} onRemove={clear} onClear={() => clear(filterKeys(filters))} />}
    </>
  )
}

function useChips(filters: readonly ListFilter[], word: (key: string) => string | undefined): Chip<string>[] {
  const t = useText(text)
  return filters.flatMap((filter): Chip<string>[] => {
    if (filter.kind === 'created') {
      const [from, to] = [word('from'), word('to')]
      if (from === undefined && to === undefined) return []
      const span =
        from === undefined
          ? t('until', { to: to ?? '' })
          : to === undefined
            ? t('since', { from })
            : t('between', { from, to })
      return [{ names: ['from', 'to'], text: `${t('createdFilter')}: ${span}` }]
    }
    const [key, label] = filter.kind === 'tags' ? ['tags', t('tags')] : [filter.key, filter.label]
    const value = word(key)
    if (value === undefined) return []
    const option = filter.kind === 'choice' ? filter.options.find((each) => each.value === value) : undefined
    return [{ names: [key], text: `${label}: ${option?.label ?? value}` }]
  })
}
