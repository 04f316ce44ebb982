import type { ComponentType } from 'react'

export type Entry = {
  key: string
  text: string
  /** A further text to search, in the other language. */
  also?: string
  note?: string
  icon?: ComponentType
  keys?: string
} & ({ href: string } | { run: () => void })

export interface EntryGroup {
  key: string
  title: string
  entries: readonly Entry[]
}

/** The rank of an entry for a query, 0 for no match. Every word of the query must occur, in any order. */
export function scoreOf({ text: label, also = '' }: Pick<Entry, 'text' | 'also'>, query: string): number {
  const text = `${label} ${also}`.toLocaleLowerCase()
  const terms = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (!terms.every((word) => text.includes(word))) return 0
  const first = terms[0] ?? ''
  if (text.startsWith(first)) return 3
  return text.split(/[\s:：]+/).some((word) => word.startsWith(first)) ? 2 : 1
}

export function matching(entries: readonly Entry[], query: string): Entry[] {
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, query) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry)
}
