import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import Popover from 'antd/es/popover'
import { useRef, useState } from 'react'
import { AlertPanel } from '#areas/monitoring'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ToolButton } from '#ui/tool-button.tsx'
import { text } from '../text.ts'
import styles from './work-tray.module.css'

/** What needs attention, wherever the user is. */
export function AlertTray() {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const { data } = useQuery(read(alertEndpoints.countAlerts, {}))
  const count = data?.attention ?? 0
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      content={
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes from anywhere inside
        <div
          ref={panel}
          tabIndex={-1}
          className={styles['panel']}
          onKeyDown={({ key }) => {
            if (key !== 'Escape') return
            setOpen(false)
            button.current?.focus()
          }}
        >
          {open && <AlertPanel onVisit={() => setOpen(false)} />}
        </div>
      }
      afterOpenChange={(isVisible) => isVisible && panel.current?.focus({ preventScroll: true })}
      trigger="click"
      placement="bottomRight"
      classNames={{ root: styles['tray'] ?? '' }}
      arrow={false}
      title={t('alerts')}
    >
      <ToolButton
        ref={button}
        label={count > 0 ? t('alertCount', { count }) : t('alerts')}
        title={t('alerts')}
        aria-expanded={open}
      >
        <BellOutlined aria-hidden className={(data?.critical ?? 0) > 0 ? (styles['critical'] ?? '') : ''} />
        {count > 0 && <span className={styles['count']}>{count > 99 ? '99+' : count}</span>}
      </ToolButton>
    </Popover>
  )
}
