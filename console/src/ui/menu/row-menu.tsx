import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Menu } from './menu.tsx'
import type { MenuAction } from './menu-panel.tsx'
import styles from './menu.module.css'

export type RowAction = MenuAction

export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu label={label} actions={actions}>
      {(button) => (
        <button
          {...button}
          type="button"
          className={`${styles['dots']} plain-button inline-grid place-center height-28 radius-6 text-ink hover-ground-tertiary`}
          aria-label={label}
        >
          <EllipsisOutlined aria-hidden />
        </button>
      )}
    </Menu>
  )
}
