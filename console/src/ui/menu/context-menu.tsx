import { useId, useRef } from 'react'
import { type MenuAction, MenuPanel } from './menu-panel.tsx'
import { useLeave } from '../overlay/use-dismissal.ts'

interface ContextMenuProps {
  /** Window coordinates. */
  at: { x: number; y: number }
  label: string
  actions: readonly MenuAction[]
  onClose: () => void
}

export function ContextMenu({ at: { x, y }, label, actions, onClose }: ContextMenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useLeave(true, [panel], onClose)
  // The panel opens `gap` below its anchor; at a pointer it has to begin exactly there.
  const box = { left: x, right: x, top: y, bottom: y - 4 }
  return <MenuPanel id={id} ref={panel} anchorBox={() => box} label={label} actions={actions} onClose={onClose} />
}
