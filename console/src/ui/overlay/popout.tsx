import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import styles from './popout.module.css'

interface PopoutProps {
  text: ReactNode
  label: string
  icon?: ReactNode
  active?: boolean
  align?: 'left' | 'right'
  sheet?: boolean
  plain?: boolean
  children: ReactNode
}

export function Popout({ text: message, label, icon, active = false, align = 'left', ...more }: PopoutProps) {
  const { sheet = false, plain = false, children } = more
  const [open, setOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  /** Options of a select inside are rendered elsewhere in the document, but their React events bubble through the panel. */
  const inside = useRef<Event | null>(null)
  const stay = ({ nativeEvent }: SyntheticEvent) => (inside.current = nativeEvent)
  const leave = useEffectEvent((event: PointerEvent | FocusEvent) => {
    if (event !== inside.current) setOpen(false)
  })
  const dismiss = () => {
    setOpen(false)
    button.current?.focus()
  }
  /** A press beside the fields leaves the focus on nothing: then the panel hears no keys. */
  const dismissUnfocused = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape' && document.activeElement === document.body) dismiss()
  })
  useEffect(() => {
    if (!open) return
    const keyListener = (event: KeyboardEvent) => dismissUnfocused(event)
    const listener = (event: PointerEvent | FocusEvent) => leave(event)
    addEventListener('pointerdown', listener)
    addEventListener('focusin', listener)
    addEventListener('keydown', keyListener)
    return () => {
      removeEventListener('pointerdown', listener)
      removeEventListener('focusin', listener)
      removeEventListener('keydown', keyListener)
    }
  }, [open])
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes from anywhere inside
    <div
      ref={holder}
      className={styles['place']}
      onPointerDown={stay}
      onFocus={stay}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open || isComposing(event.nativeEvent)) return
        event.stopPropagation()
        dismiss()
      }}
    >
      <button
        ref={button}
        type="button"
        className={`${styles['button']} field-frame inline-row gap-8 padding-0-12 text-secondary nowrap cursor-pointer`}
        data-active={active}
        data-plain={plain}
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        {icon}
        {message}
      </button>
      <fieldset
        id={id}
        className={`${styles['panel']} absolute content-width margin-0 border-0 radius-10 ground-raised shadow-secondary scroll`}
        data-align={align}
        data-sheet={sheet}
        hidden={!open}
        aria-label={label}
      >
        {open && children}
      </fieldset>
    </div>
  )
}
