import { useText } from '#lib/i18n.ts'
import { CreatedField } from '../filter/created-field.tsx'
import { filterText } from '../filter/filter-text.ts'
import { FilterChoice, FilterField, FilterFields } from '../filter/filter-fields.tsx'
import { SearchField } from '../filter/search-field.tsx'
import { text } from '../text.ts'
import type { ListFilter } from './list-filter.ts'

interface ListFilterPanelProps {
  filters: readonly ListFilter[]
  word: (key: string) => string | undefined
  onChange: (changes: Record<string, string | undefined>) => void
}

export function ListFilterPanel({ filters, word, onChange }: ListFilterPanelProps) {
  const t = useText(text)
  const texts = useText(filterText)
  return (
    <FilterFields>
      {filters.map((filter) => {
        if (filter.kind === 'created') {
          return <CreatedField key="created" from={word('from')} to={word('to')} onChange={onChange} />
        }
        if (filter.kind === 'tags') {
          return (
            <FilterField key="tags" name={t('tags')}>
              <SearchField
                value={word('tags')}
                name={t('tags')}
                label={texts('tagsFilter')}
                hint={t('tagsHint')}
                width={320}
                onSearch={(tags) => onChange({ tags })}
              />
            </FilterField>
          )
        }
        if (filter.kind === 'field') {
          return (
            <FilterField key={filter.key} name={filter.label}>
              {filter.field(word(filter.key), (value) => onChange({ [filter.key]: value }))}
            </FilterField>
          )
        }
        return (
          <FilterChoice
            key={filter.key}
            name={filter.label}
            any={filter.all}
            value={word(filter.key)}
            options={filter.options}
            onChange={(value) => onChange({ [filter.key]: value })}
          />
        )
      })}
    </FilterFields>
  )
}
