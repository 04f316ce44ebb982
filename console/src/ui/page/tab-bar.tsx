import type { KeyboardEvent } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { useScrollStrip } from './scroll-strip.ts'
import strips from './scroll-strip.module.css'
import styles from './tab-bar.module.css'

interface TabBarProps<Key extends string> {
  id: string
  label: string
  tabs: readonly { key: Key; text: string; count?: number | undefined }[]
  active: Key
  onTab: (key: Key) => void
}

export const panelId = (id: string) => `${id}panel`
export const tabId = (id: string, key: string) => `${id}tab-${key}`

export function TabBar<Key extends string>({ id, label, tabs, active, onTab }: TabBarProps<Key>) {
  const language = useSystem((system) => system.lang)
  const position = tabs.findIndex(({ key }) => key === active)
  const strip = useScrollStrip<HTMLDivElement>(position)
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    const targets: Record<string, number> = {
      ArrowRight: (position + 1) % tabs.length,
      ArrowLeft: (position - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = targets[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || tab === undefined) return
    event.preventDefault()
    onTab(tab.key)
    const button = event.currentTarget.parentElement?.children[next]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={label}
      className={`${styles['tabs']} ${strips['strip']} flex rigid gap-4 margin-bottom-16 border-bottom scroll-x`}
    >
      {tabs.map(({ key, text: message, count }) => (
        <button
          className="quiet-button padding-0-12 text-secondary nowrap hover-text-ink"
          key={key}
          id={tabId(id, key)}
          type="button"
          role="tab"
          aria-selected={key === active}
          aria-controls={key === active ? panelId(id) : undefined}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onTab(key)}
          onKeyDown={press}
        >
          {message}
          {count !== undefined && <small className="faint weight-400 tabular"> {formatNumber(count, language)}</small>}
        </button>
      ))}
    </div>
  )
}
