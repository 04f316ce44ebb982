import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import Popover from 'antd/es/popover'
import { type ReactNode, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from '#ui/text.ts'
import { ToolButton } from '#ui/tool-button.tsx'
import styles from './notifications.module.css'

interface TrayProps {
  title: string
  label: string
  icon: ReactNode
  extra: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

export function Tray({ title, label, icon, extra, open, onOpenChange, children }: TrayProps) {
  const t = useText(text)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    onOpenChange(false)
    button.current?.focus()
  }
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      content={
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes from anywhere inside
        <div
          ref={panel}
          tabIndex={-1}
          className={styles['panel']}
          onKeyDown={({ key }) => {
            if (key === 'Escape') close()
          }}
        >
          <header className={`${styles['head']} flex wrap gap-0-12 align-baseline margin-bottom-4`}>
            <b className="grow weight-600">{title}</b>
            <span className="flex gap-12">{extra}</span>
            <ToolButton label={t('close')} className={styles['close'] ?? ''} onClick={close}>
              <CloseOutlined aria-hidden />
            </ToolButton>
          </header>
          {children}
        </div>
      }
      afterOpenChange={(isVisible) => isVisible && panel.current?.focus({ preventScroll: true })}
      trigger="click"
      placement="bottomRight"
      classNames={{ root: styles['tray'] ?? '' }}
      arrow={false}
    >
      <ToolButton ref={button} label={label} title={title} aria-expanded={open}>
        {icon}
      </ToolButton>
    </Popover>
  )
}
