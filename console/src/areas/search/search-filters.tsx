import type { SearchIndex } from '@vermilion/contract/image-search'
import { FilterButton } from '#ui/filter/filter-button.tsx'
import type { SearchFiltersProps } from './filter-panel.tsx'
import { isByLikeness } from './search.ts'
import { FilterPanel } from './filter-panel.tsx'

interface FiltersProps extends Omit<SearchFiltersProps, 'hasThreshold' | 'usualThreshold'> {
  index: SearchIndex | undefined
  minSimilarity: number
}

export function SearchFilters({ search, index, minSimilarity, onChange }: FiltersProps) {
  const { spaces, datasets, threshold } = search
  const set = [spaces, datasets, threshold].map((one) => one !== undefined).filter(Boolean).length
  const hasThreshold = isByLikeness(search, index) && index?.indexed !== 0
  return (
    <FilterButton set={set}>
      <FilterPanel {...{ search, hasThreshold, onChange }} usualThreshold={Math.round(minSimilarity * 100)} />
    </FilterButton>
  )
}
