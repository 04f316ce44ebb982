import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import type { KeyboardEvent, RefObject } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { SearchField } from '#ui/filter/search-field.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import styles from './log.module.css'
import { text } from './text.ts'
import type { useLogSearch } from './use-log-search.ts'

const letters = 'Aa'

interface LogSearchProps {
  field: RefObject<HTMLElement | null>
  query: string
  onQuery: (query: string) => void
  matchCase: boolean
  onMatchCase: (matchCase: boolean) => void
  search: ReturnType<typeof useLogSearch>
}

export function LogSearch({ field, query, onQuery, matchCase, onMatchCase, search }: LogSearchProps) {
  const t = useText(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    search.step(event.shiftKey ? 'previous' : 'next')
  }
  const idle = !search.failed && (search.match === null || search.match.count === 0)
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter goes on, and back with Shift
    <search ref={field} className={`${styles['search']} row gap-2 max-full-width`} onKeyDown={onKeyDown}>
      <SearchField
        label={t('search')}
        name={t('search')}
        value={query}
        onSearch={(next) => onQuery(next ?? '')}
        width={240}
      />
      <ToolButton
        label={t('matchCase')}
        aria-pressed={matchCase}
        className={styles['toggle'] ?? ''}
        onClick={() => onMatchCase(!matchCase)}
      >
        {letters}
      </ToolButton>
      <ToolButton label={t('previous')} disabled={idle} onClick={() => search.step('previous')}>
        <UpOutlined aria-hidden />
      </ToolButton>
      <ToolButton label={t('next')} disabled={idle} onClick={() => search.step('next')}>
        <DownOutlined aria-hidden />
      </ToolButton>
      <output className={`${styles['matches']} faint tabular nowrap`}>
        <Matches query={query} search={search} />
      </output>
    </search>
  )
}

function Matches({ query, search: { match, busy, failed } }: Pick<LogSearchProps, 'query' | 'search'>) {
  const t = useText(text)
  if (query !== '' && failed) return t('searchFailed')
  if (query === '' || match === null) return null
  const { count, more, place, searched, size } = match
  const percent = size === 0 ? 100 : Math.floor((searched / size) * 100)
  if (busy && percent < 100) return t('searching', { percent })
  if (count === 0) return t('noMatch')
  return place === null ? t('matchCount', { count }) : t(more ? 'matchesMore' : 'matches', { place, count })
}
