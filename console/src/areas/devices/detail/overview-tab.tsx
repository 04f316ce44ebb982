import type { Device } from '@vermilion/contract/devices'
import { AccessPanel } from './access-panel.tsx'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import styles from './detail.module.css'
import { FactsPanel } from './facts-panel.tsx'
import { LoadPanel } from './load-panel.tsx'

const ModelsPanel = lazyPart(async () => (await import('./models-panel.tsx')).ModelsPanel)

/** What a device is, and how it fares now. */
export function OverviewTab({ device }: { device: Device }) {
  return (
    <div className={styles['columns']}>
      <div>
        <LoadPanel device={device} />
        <AccessPanel device={device} />
      </div>
      <div>
        <ModelsPanel device={device} />
        <FactsPanel device={device} />
      </div>
    </div>
  )
}
