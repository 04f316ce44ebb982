import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import Button from 'antd/es/button'
import { Menu } from './menu.tsx'
import type { MenuAction } from './menu-panel.tsx'

export type RowAction = MenuAction

/** The actions of one row or thing, behind a button with three dots. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu label={label} actions={actions}>
      {(button) => (
        <Button {...button} type="text" size="small" icon={<EllipsisOutlined aria-hidden />} aria-label={label} />
      )}
    </Menu>
  )
}
