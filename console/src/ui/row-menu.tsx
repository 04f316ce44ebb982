import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import Button from 'antd/es/button'
import Dropdown from 'antd/es/dropdown'
import { useRef } from 'react'

export interface RowAction {
  key: string
  words: string
  danger?: boolean
  disabled?: boolean
  run: () => void
}

/** The actions of one row or thing, behind a button with three dots. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: actions.map(({ key, words, danger = false, disabled = false }) => ({
          key,
          label: words,
          danger,
          disabled,
        })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          // What the action opens gives the focus back to here, not to a menu that is gone.
          button.current?.focus()
          actions.find((action) => action.key === key)?.run()
        },
      }}
    >
      <Button ref={button} type="text" size="small" icon={<EllipsisOutlined aria-hidden />} aria-label={label} />
    </Dropdown>
  )
}
