import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { SearchField } from '#ui/filter/search-field.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import type { Screen } from './screen.ts'
import styles from './terminal.module.css'
import { text } from './text.ts'

interface TerminalSearchProps {
  field: RefObject<HTMLElement | null>
  screen: RefObject<Screen | null>
}

export function TerminalSearch({ field, screen }: TerminalSearchProps) {
  const t = useText(text)
  const [query, setQuery] = useState('')
  const [missed, setMissed] = useState(false)
  const step = (requested: string, back: boolean) => {
    const search = screen.current?.search
    if (search === undefined) return
    if (requested === '') search.clearDecorations()
    const hasMatch = requested === '' || (back ? search.findPrevious(requested) : search.findNext(requested))
    setMissed(!hasMatch)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') screen.current?.xterm.focus()
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    step(query, event.shiftKey)
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter goes on, and back with Shift
    <search ref={field} className={styles['search']} onKeyDown={onKeyDown}>
      <SearchField
        label={t('find')}
        name={t('find')}
        value={query}
        onSearch={(next = '') => {
          setQuery(next)
          step(next, true)
        }}
        width={180}
      />
      <ToolButton label={t('previous')} disabled={query === ''} onClick={() => step(query, true)}>
        <UpOutlined aria-hidden />
      </ToolButton>
      <ToolButton label={t('next')} disabled={query === ''} onClick={() => step(query, false)}>
        <DownOutlined aria-hidden />
      </ToolButton>
      <output className="faint">{missed && t('noMatch')}</output>
    </search>
  )
}
