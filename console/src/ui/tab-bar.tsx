import type { KeyboardEvent } from 'react'
import styles from './tab-bar.module.css'

interface TabBarProps<Key extends string> {
  label: string
  tabs: readonly { key: Key; words: string }[]
  active: Key
  onTab: (key: Key) => void
}

/** The tabs of a detail page; which one is open lives in the address. */
export function TabBar<Key extends string>({ label, tabs, active, onTab }: TabBarProps<Key>) {
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const next = tabs[(tabs.findIndex(({ key }) => key === active) + by + tabs.length) % tabs.length]
    const buttons = event.currentTarget.parentElement?.children
    if (next === undefined || buttons === undefined) return
    onTab(next.key)
    const button = buttons[tabs.indexOf(next)]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={styles['tabs']}>
      {tabs.map(({ key, words }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === active}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onTab(key)}
          onKeyDown={press}
        >
          {words}
        </button>
      ))}
    </div>
  )
}
