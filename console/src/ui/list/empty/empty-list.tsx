import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { State } from '../../feedback/states.tsx'
import type { MainAction } from '../../page/main-action.ts'
import { emptyText } from './empty-text.ts'

interface EmptyListProps {
  empty: { title: string; text: string; action?: MainAction }
  noMatch: string
  action: MainAction | undefined
  filtered: readonly (readonly [key: string, value: unknown])[]
  onClear: () => void
}

export function EmptyList({ filtered, empty, noMatch, action, onClear }: EmptyListProps) {
  const t = useText(emptyText)
  if (filtered.length > 0) {
    const search = filtered.length === 1 && filtered[0]?.[0] === 'search' ? String(filtered[0][1]) : undefined
    return (
      <State title={noMatch} text={search === undefined ? t('noMatchFilters') : t('noMatchSearch', { text: search })}>
        <Button onClick={onClear}>{t(search === undefined ? 'clearFilters' : 'clearSearch')}</Button>
      </State>
    )
  }
  const begin = empty.action ?? action
  return (
    <State title={empty.title} text={empty.text}>
      {begin !== undefined && (
        <Button type="primary" onClick={begin.run}>
          {begin.text}
        </Button>
      )}
    </State>
  )
}
