import type { Device } from '@vermilion/contract/devices'
import type { Installation } from '@vermilion/contract/rollouts/installations'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { RowMenu, type RowAction } from '#ui/menu/row-menu.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import type { DeviceTab } from './detail/tabs.ts'
import { DeviceButtons } from './device-buttons.tsx'
import styles from './device-card.module.css'
import { DeviceLoads } from './device-loads.tsx'
import { isPast, useDeviceNote } from './device-note.tsx'
import { DeviceStatus } from './device-status.tsx'
import { InstalledList, LaterVersion } from './installed-list.tsx'
import { formatTemperature } from '#ui/meter/figures.ts'
import { DeviceLink } from '#ui/page/thing-links.tsx'
import { text } from './text.ts'

interface DeviceCardProps {
  device: Device
  tabs: readonly DeviceTab[]
  actions: readonly RowAction[]
  installed: readonly Installation[]
}

export function DeviceCard({ device, tabs, actions, installed }: DeviceCardProps) {
  const t = useText(text)
  const note = useDeviceNote()(device)
  const { id, name, facts, reading, host, group, kind, lastSeenAt, status } = device
  const temperature = reading?.temperature
  const [latest] = installed
  const about = facts?.model || facts?.system || ''
  return (
    <article className={`${styles['card']} stack gap-10 full-height min-width-0`} aria-label={name}>
      <header className="row gap-10 min-width-0 font-13" style={{ marginRight: -8 }}>
        <h2 className="ellipsis title grow min-width-0" style={{ paddingLeft: 28 }}>
          <DeviceLink id={id} className="text-inherit">
            {visibleName(name)}
          </DeviceLink>
        </h2>
        <DeviceStatus device={device} />
        <RowMenu label={t('actions', { name })} actions={actions} />
      </header>
      {about !== '' && (
        <p className={`${styles['model']} ellipsis faint`} title={about}>
          {about}
        </p>
      )}
      <div className={styles['loads']} data-past={isPast(device) || undefined}>
        <DeviceLoads device={device} />
      </div>
      <dl
        className="grid gap-4-10 font-13"
        style={{ gridTemplateColumns: 'minmax(var(--meter-name), max-content) minmax(0, 1fr)' }}
      >
        {latest !== undefined && (
          <>
            <Fact name={t('software')}>
              <span className={`${styles['software']} row gap-8 min-width-0`}>
                <InstalledList installed={installed} />
                <LaterVersion framed installed={latest} />
              </span>
            </Fact>
            <Fact name={t('installedAt')}>
              <Ago time={latest.installedAt} />
            </Fact>
          </>
        )}
        <Fact name={t('address')} title={host}>
          {host}
        </Fact>
        {temperature !== undefined && temperature !== null && (
          <Fact name={t('temperature')}>{formatTemperature(temperature)}</Fact>
        )}
        <Fact name={t('kind')}>{t(kind)}</Fact>
        {group !== '' && (
          <Fact name={t('group')} title={group}>
            {group}
          </Fact>
        )}
        {status !== 'online' && lastSeenAt !== null && (
          <Fact name={t('lastSeen')}>
            <Ago time={lastSeenAt} />
          </Fact>
        )}
      </dl>
      {device.tags.length > 0 && <Tags tags={device.tags} />}
      {note !== undefined && (
        <p className="note padding-6-10 radius-6 ground-quaternary" style={{ lineHeight: 1.5 }} data-status={status}>
          {note}
        </p>
      )}
      <footer className="row gap-8 min-height-24 push-down">
        <DeviceButtons device={device} tabs={tabs} />
      </footer>
    </article>
  )
}

function Fact({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-tertiary">{name}</dt>
      <dd className="ellipsis min-width-0 tabular" title={title}>
        {children}
      </dd>
    </div>
  )
}
