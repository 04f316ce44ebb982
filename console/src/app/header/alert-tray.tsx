import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertPanel } from '#areas/monitoring'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { text } from '../text.ts'
import { Tray } from './tray.tsx'
import styles from './work-tray.module.css'

/** What needs attention, wherever the user is. */
export function AlertTray() {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  const { data } = useQuery(read(alertEndpoints.countAlerts, {}))
  const count = data?.attention ?? 0
  return (
    <Tray
      title={t('alerts')}
      label={count > 0 ? t('alertCount', { count }) : t('alerts')}
      icon={
        <>
          <BellOutlined aria-hidden className={(data?.critical ?? 0) > 0 ? (styles['critical'] ?? '') : ''} />
          {count > 0 && <span className={styles['count']}>{count > 99 ? '99+' : count}</span>}
        </>
      }
      open={open}
      onOpenChange={setOpen}
    >
      {open && <AlertPanel onVisit={() => setOpen(false)} />}
    </Tray>
  )
}
