import type { deviceDisk, deviceInterface } from '@vermilion/contract/devices/readings'
import type { z } from 'zod'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { diskShare } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import styles from './system.module.css'
import { systemText } from './text.ts'

export function DiskTable({ disks }: { disks: readonly z.output<typeof deviceDisk>[] }) {
  const t = useText(systemText)
  return (
    <Panel title={t('disks')}>
      <ul className={`${styles['disks']} stack gap-10`}>
        {disks.map(({ device, mount, type, used, free }) => (
          <li className="grid gap-2" key={`${device} ${mount}`}>
            <span>
              <code className="ellipsis" title={mount}>
                {mount}
              </code>
              <small
                className="ellipsis hint"
                translate="no"
                title={`${device} ${type}`}
              >{`${device} · ${type}`}</small>
            </span>
            <LoadMeter
              name={t('usedAndFree', { used: formatSize(used), free: formatSize(free) })}
              share={diskShare(used, free)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function InterfaceTable({ interfaces }: { interfaces: readonly z.output<typeof deviceInterface>[] }) {
  const t = useText(systemText)
  const language = useSystem((system) => system.lang)
  return (
    <Panel title={t('network')}>
      <div className={styles['network']}>
        <FigureTable
          columns={[t('interface'), t('addresses'), t('received'), t('sent'), t('errors')]}
          rows={interfaces.map(({ name, addresses, received, sent, errors }) => ({
            key: name,
            cells: [
              <code key="name">{name}</code>,
              <span key="addresses" className="stack font-13">
                {addresses.length === 0
                  ? unknownValue
                  : addresses.map((address) => <code key={address}>{address}</code>)}
              </span>,
              formatSize(received),
              formatSize(sent),
              formatNumber(errors, language),
            ],
          }))}
        />
      </div>
    </Panel>
  )
}
