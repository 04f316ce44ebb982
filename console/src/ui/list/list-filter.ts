import type { ReactNode } from 'react'

/** One of a few values, stored in the address under `key`. */
export interface ChoiceFilter {
  kind: 'choice'
  key: string
  /** "Status" */
  label: string
  /** The text when nothing is chosen: "All statuses". */
  all: string
  options: readonly { value: string; label: string }[]
}

/** A filter with its own field, stored in the address under `key`. */
export interface FieldFilter {
  kind: 'field'
  key: string
  label: string
  field: (value: string | undefined, onChange: (value: string | undefined) => void) => ReactNode
}

export type ListFilter = ChoiceFilter | FieldFilter | { kind: 'tags' } | { kind: 'created' }

const usual = ['search', 'tags', 'from', 'to'] as const

export function filterKeys(filters: readonly ListFilter[]): string[] {
  return [...usual, ...filters.flatMap((filter) => ('key' in filter ? [filter.key] : []))]
}
