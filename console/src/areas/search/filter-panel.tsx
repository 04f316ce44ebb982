import { useText } from '#lib/i18n.ts'
import { FilterField, FilterFields } from '#ui/filter/filter-fields.tsx'
import { ScopeField } from './scope-field.tsx'
import type { ImageSearchSearch } from './search.ts'
import { text } from './text.ts'
import { ThresholdField } from './threshold-field.tsx'

export interface SearchFiltersProps {
  search: ImageSearchSearch
  hasThreshold: boolean
  usualThreshold: number
  onChange: (changes: Partial<ImageSearchSearch>) => void
}

export function FilterPanel({ search, hasThreshold, usualThreshold, onChange }: SearchFiltersProps) {
  const t = useText(text)
  return (
    <FilterFields>
      <FilterField name={t('scope')}>
        <ScopeField search={search} onChange={onChange} />
      </FilterField>
      {hasThreshold && (
        <FilterField name={t('threshold')}>
          <ThresholdField
            chosen={search.threshold}
            usual={usualThreshold}
            onChange={(threshold) => onChange({ threshold })}
          />
        </FilterField>
      )}
    </FilterFields>
  )
}
