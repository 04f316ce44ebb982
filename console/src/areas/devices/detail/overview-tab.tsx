import type { Device } from '@vermilion/contract/devices'
import { AccessPanel } from './access-panel.tsx'
import styles from './detail.module.css'
import { FactsPanel } from './facts-panel.tsx'
import { LoadPanel } from './load-panel.tsx'
import { LoadCourse } from '../history/load-course.tsx'
import { SoftwarePanel } from './software-panel.tsx'
import { ModelsPanel } from './models-panel.tsx'

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
