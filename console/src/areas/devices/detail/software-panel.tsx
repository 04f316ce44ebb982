import type { Device } from '@vermilion/contract/devices'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { useInstalled } from '#lib/use-installed.ts'
import { Bone, PartialStrip } from '#ui/feedback/states.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import styles from './detail.module.css'
import { softwareText } from './software-text.ts'

export function SoftwarePanel({ device }: { device: Device }) {
  const t = useText(softwareText)
  const { installations, later } = useInstalled(device)
  const { data, error } = installations
  const software = data?.filter(({ modelId }) => modelId === null)
  if (software?.length === 0 && data?.length !== 0) return null
  const updates = (
    <Link to="/board/list/device/$id" params={{ id: device.id }} search={{ tab: 'updates' }}>
      {t('updates')}
    </Link>
  )
  return (
    <Panel title={t('title')} extra={updates}>
      {error !== null && <PartialStrip problem={error} onRetry={() => void installations.refetch()} />}
      {data === undefined && error === null && <Bone height={22} />}
      {software?.length === 0 && <p className="faint">{t('none')}</p>}
      <ul className={styles['models']} aria-label={t('title')}>
        {software?.map(({ id, name, version, installedAt }) => {
          const latest = later.get(id)
          return (
            <li
              className="grid gap-12 padding-6-0 border-bottom"
              style={{ gridTemplateColumns: 'minmax(0, 1fr) auto auto' }}
              key={id}
            >
              <span>
                {name} {version}
              </span>
              {latest === undefined ? <span /> : <Tag>{t('available', { version: latest.version })}</Tag>}
              <Ago time={installedAt} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
