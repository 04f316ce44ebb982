import { type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './tab-bar.module.css'

interface TabBarProps<Key extends string> {
  /** Ties the tabs to their panel. */
  id: string
  label: string
  tabs: readonly { key: Key; words: string }[]
  active: Key
  onTab: (key: Key) => void
}

/** The element that a tab opens, and the tab that opens it, for each other's sake. */
export const panelId = (id: string) => `${id}panel`
export const tabId = (id: string, key: string) => `${id}tab-${key}`

/** The tabs of a detail page; which one is open lives in the address. */
export function TabBar<Key extends string>({ id, label, tabs, active, onTab }: TabBarProps<Key>) {
  const list = useRef<HTMLDivElement>(null)
  const position = tabs.findIndex(({ key }) => key === active)
  // Where not all fit, the open one is in sight.
  useEffect(() => {
    const bar = list.current
    const tab = bar?.children[position]
    if (bar === null || !(tab instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => {
      bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.clientWidth) / 2
    })
    observer.observe(bar)
    return () => observer.disconnect()
  }, [position])
  useEffect(() => {
    const bar = list.current
    if (bar === null) return
    // Which ends there are more tabs beyond.
    const mark = () => {
      bar.toggleAttribute('data-before', bar.scrollLeft > 1)
      bar.toggleAttribute('data-after', bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 1)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(bar)
    bar.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      bar.removeEventListener('scroll', mark)
    }
  }, [])
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
    <div ref={list} role="tablist" aria-label={label} className={styles['tabs']}>
      {tabs.map(({ key, words }) => (
        <button
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
          {words}
        </button>
      ))}
    </div>
  )
}
