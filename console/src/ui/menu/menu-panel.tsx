import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import styles from './menu.module.css'

export interface MenuAction {
  key: string
  text: string
  danger?: boolean
  disabled?: boolean
  run: () => void
}

interface MenuPanelProps {
  id: string
  ref: RefObject<HTMLDivElement | null>
  anchorBox: () => Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> | undefined
  label: string
  actions: readonly MenuAction[]
  onClose: () => void
}

/** CSS pixels between the panel and the button, and to the window's edge. */
const gap = 4

export function MenuPanel({ id, ref, anchorBox: anchorBoxOf, label, actions, onClose }: MenuPanelProps) {
  useLayoutEffect(() => {
    const panel = ref.current
    const anchorBox = anchorBoxOf()
    if (panel === null || anchorBox === undefined) return
    panel.showPopover()
    const { offsetWidth: width, offsetHeight: height } = panel
    const below = anchorBox.bottom + gap + height <= innerHeight - gap
    const beside = anchorBox.left === anchorBox.right ? anchorBox.left : anchorBox.right - width
    const left = Math.min(Math.max(gap, beside), innerWidth - width - gap)
    panel.style.left = `${left}px`
    panel.style.top = `${below ? anchorBox.bottom + gap : Math.max(gap, anchorBox.top - gap - height)}px`
    itemsOf(panel)[0]?.focus()
    // Where it opens: it stays there.
    // eslint-disable-next-line react/exhaustive-deps -- as the line above says
  }, [ref])

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    // The row or list around the menu must not handle its keys.
    event.stopPropagation()
    const items = itemsOf(event.currentTarget)
    const at = items.findIndex((item) => item === document.activeElement)
    const next = {
      ArrowDown: items[(at + 1) % items.length],
      ArrowUp: items.at(at <= 0 ? -1 : at - 1),
      Home: items[0],
      End: items.at(-1),
    }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    const startingWith =
      event.key.length === 1 && event.key !== ' '
        ? [...items.slice(at + 1), ...items].find((item) => startsWith(item, event.key))
        : undefined
    const match = next ?? startingWith
    if (match === undefined && event.key !== 'Escape') return
    event.preventDefault()
    match?.focus()
  }
  return (
    <div
      ref={ref}
      id={id}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={`${styles['menu']} fixed min-width-120 margin-0 border-0 radius-10 ground-raised text-ink shadow-secondary scroll`}
      onKeyDown={move}
      onClick={(event) => event.stopPropagation()}
    >
      {actions.map(({ key, text: message, danger = false, disabled = false, run }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={disabled}
          data-danger={danger}
          onClick={() => {
            if (disabled) return
            onClose()
            run()
          }}
        >
          {message}
        </button>
      ))}
    </div>
  )
}

const itemsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('[role=menuitem]')]

const startsWith = (item: HTMLElement, letter: string) =>
  item.textContent.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())
