import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { CreatedFilter } from '../filter/created-filter.tsx'
import { useListAddress } from './list-address.ts'
import { FilterRow } from '../page/page.tsx'
import { SearchField } from '../filter/search-field.tsx'
import { text } from '../text.ts'

/** One of a few values, kept in the address under `key`. */
export interface ChoiceFilter {
  kind: 'choice'
  key: string
  /** "Status" */
  label: string
  /** What stands there while nothing is chosen: "All statuses". */
  all: string
  options: readonly { value: string; label: string }[]
}

export type ListFilter = ChoiceFilter | { kind: 'tags' } | { kind: 'created' }

const usual = ['search', 'tags', 'from', 'to'] as const

/** The parameters of the address that narrow a list. */
export function filterKeys(filters: readonly ListFilter[]): string[] {
  return [...usual, ...filters.flatMap((filter) => (filter.kind === 'choice' ? [filter.key] : []))]
}

interface ListFiltersProps {
  /** What the words are looked for in: "Search by name". */
  searchLabel: string
  filters: readonly ListFilter[]
  /** Stands at the end of the row. */
  children?: ReactNode
}

/** What narrows a list. All of it is in the address; setting one keeps the others. */
export function ListFilters({ searchLabel, filters, children }: ListFiltersProps) {
  const t = useText(text)
  const { search, set } = useListAddress()
  const word = (key: string) => (typeof search[key] === 'string' ? search[key] : undefined)
  const keys = filterKeys(filters)
  const isSet = keys.some((key) => search[key] !== undefined)
  return (
    <FilterRow>
      <SearchField value={word('search')} label={searchLabel} onSearch={(words) => set({ search: words })} />
      {filters.map((filter) => {
        if (filter.kind === 'created') {
          return <CreatedFilter key="created" from={word('from')} to={word('to')} onChange={set} />
        }
        if (filter.kind === 'tags') {
          return (
            <SearchField
              key="tags"
              value={word('tags')}
              name={t('tags')}
              label={t('tagsFilter')}
              hint={t('tagsHint')}
              width={160}
              onSearch={(tags) => set({ tags })}
            />
          )
        }
        return <Choice key={filter.key} filter={filter} value={word(filter.key)} onChange={set} />
      })}
      {isSet && (
        <Button
          type="text"
          icon={<ClearOutlined aria-hidden />}
          onClick={() => set(Object.fromEntries(keys.map((key) => [key, undefined])))}
        >
          {t('clearFilters')}
        </Button>
      )}
      {children}
    </FilterRow>
  )
}

interface ChoiceProps {
  filter: ChoiceFilter
  value: string | undefined
  onChange: (part: Record<string, string | undefined>) => void
}

function Choice({ filter: { key, label, all, options }, value, onChange }: ChoiceProps) {
  return (
    <Select<string | null>
      allowClear
      style={{ minWidth: 150 }}
      placeholder={all}
      aria-label={label}
      value={value ?? null}
      onChange={(selected) => onChange({ [key]: selected ?? undefined })}
      options={[...options]}
    />
  )
}
