import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { type RowAction, RowMenu } from './row-menu.tsx'

interface RowActionsProps {
  label: string
  actions: readonly RowAction[]
  /** Keys of actions; the first enabled one becomes a button. */
  main: readonly string[]
  children?: ReactNode
}

export function RowActions({ label, actions, main, children }: RowActionsProps) {
  const first = actions.find(({ key, disabled }) => main.includes(key) && disabled !== true)
  return (
    <span className="inline-row gap-4">
      <span className="inline-row gap-4 narrow-hidden">
        {first !== undefined && (
          <Button size="small" onClick={first.run}>
            {first.text}
          </Button>
        )}
        {children}
      </span>
      <RowMenu label={label} actions={actions} />
    </span>
  )
}
