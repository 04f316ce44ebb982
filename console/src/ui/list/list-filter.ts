import type { ReactNode } from 'react'

export interface ChoiceFilter {
  kind: 'choice'
  key: string
  label: string
  all: string
  options: readonly { value: string; label: string }[]
}

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
