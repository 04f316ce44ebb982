import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { type MenuAction, MenuPanel } from './menu-panel.tsx'
import { useLeave } from '../overlay/use-dismissal.ts'

export interface MenuButton {
  ref: Ref<HTMLButtonElement>
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string
}

interface MenuProps {
  actions: readonly MenuAction[]
  label: string
  children: (button: MenuButton) => ReactNode
}

/** Tables have one in each row, so a closed one is only a button; antd's would render a whole menu bar. */
export function Menu({ actions, label, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useLeave(open, [panel, button], () => setOpen(false))
  const close = () => {
    setOpen(false)
    // Whatever an action opens returns the focus to this button, since the menu is gone by then.
    button.current?.focus()
  }
  return (
    <>
      {children({
        ref: button,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.stopPropagation()
          setOpen(true)
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
      })}
      {open && (
        <MenuPanel
          id={id}
          ref={panel}
          anchorBox={() => button.current?.getBoundingClientRect()}
          label={label}
          actions={actions}
          onClose={close}
        />
      )}
    </>
  )
}
