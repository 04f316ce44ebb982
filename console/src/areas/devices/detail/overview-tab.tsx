import type { Device } from '@vermilion/contract/devices'
import { AccessPanel } from './access-panel.tsx'
import styles from './detail.module.css'
import { FactsPanel } from './facts-panel.tsx'
import { LoadPanel } from './load-panel.tsx'

/** What a device is, and how it fares now. */
export function OverviewTab({ device }: { device: Device }) {
  return (
    <div className={styles['columns']}>
      <div>
        <LoadPanel device={device} />
        <AccessPanel device={device} />
      </div>
      <div>
        <FactsPanel device={device} />
      </div>
    </div>
  )
}
