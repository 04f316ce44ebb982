import { serviceKinds, services } from '@vermilion/contract/services/kinds'
import { serviceEndpoints } from '@vermilion/contract/services'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useState } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Panel } from '#ui/page/page.tsx'
import { MissingService } from './missing-service.tsx'
import { serviceText } from './service-text.ts'
import rows from '#ui/list/named-rows.module.css'
import styles from './services.module.css'

const useDismissed = create<{ kinds: readonly string[] }>()(
  persist((): { kinds: readonly string[] } => ({ kinds: [] }), { name: 'dismissed-services' }),
)

export function MissingServices() {
  const t = useText(serviceText)
  const { data } = useQuery(read(serviceEndpoints.listServices, {}))
  const dismissed = useDismissed(({ kinds }) => kinds)
  const [isOpen, setOpen] = useState(false)
  const missing = serviceKinds.filter(
    (kind) => services[kind].isCalled && data?.every((service) => service.kind !== kind),
  )
  if (data === undefined || missing.every((kind) => dismissed.includes(kind))) return null
  const tools = (
    <span>
      <Button size="small" type="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('hideMissing') : t('showMissing', { count: missing.length })}
      </Button>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('dismiss')}
        title={t('dismiss')}
        onClick={() => useDismissed.setState({ kinds: serviceKinds })}
      />
    </span>
  )
  return (
    <Panel title={t('missing')} extra={tools}>
      <p className={`${styles['panelWords']} text-secondary`}>{t('missingWords')}</p>
      {isOpen && (
        <ul className={`${rows['rows']} margin-top-14`}>
          {missing.map((kind) => (
            <li className="padding-12-0 border-top" key={kind}>
              <MissingService kind={kind} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
