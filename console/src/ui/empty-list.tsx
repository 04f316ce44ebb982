import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { State } from './states.tsx'
import { text } from './text.ts'

interface Props {
  /** What was searched for, if anything. */
  search: string | undefined
  /** "No model matches" */
  noMatch: string
  onClear: () => void
  /** What a list says in which nothing is yet. */
  children: ReactNode
}

/** What an empty list says: how to begin, or that nothing matches the search. */
export function EmptyList({ search, noMatch, onClear, children }: Props) {
  const t = useText(text)
  if (search === undefined) return children
  return (
    <State title={noMatch} words={t('noMatchWords', { search })}>
      <Button onClick={onClear}>{t('clearSearch')}</Button>
    </State>
  )
}
