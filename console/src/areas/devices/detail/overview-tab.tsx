import type { Device } from '@vermilion/contract/devices'
import { AccessPanel } from './access-panel.tsx'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import styles from './detail.module.css'
import { FactsPanel } from './facts-panel.tsx'
import { LoadPanel } from './load-panel.tsx'

const LoadCourse = lazyPart(async () => (await import('../history/load-course.tsx')).LoadCourse)
const SoftwarePanel = lazyPart(async () => (await import('./software-panel.tsx')).SoftwarePanel)
const ModelsPanel = lazyPart(async () => (await import('./models-panel.tsx')).ModelsPanel)

export function OverviewTab({ device }: { device: Device }) {
  return (
    <div className={`${styles['columns']} grid columns-2 gap-0-16 align-start`}>
      <div>
        <LoadPanel device={device} />
        <AccessPanel device={device} />
        <LoadCourse device={device} />
      </div>
      <div>
        <SoftwarePanel device={device} />
        <ModelsPanel device={device} />
        <FactsPanel device={device} />
      </div>
    </div>
  )
}
