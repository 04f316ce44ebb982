import { type ReactNode, useRef } from 'react'
import { Panel } from '../page/page.tsx'
import { PictureButton } from './picture-button.tsx'

interface ChartPanelProps {
  title: string
  /** What the chart is of; with its title, the name of its picture. */
  name: string
  /** Above the chart. */
  above?: ReactNode
  /** Stands instead of a chart that would show nothing. */
  empty?: string | undefined
  children: ReactNode
}

/** A chart with its title, to be taken away as a picture. */
export function ChartPanel({ title, name, above, empty, children }: ChartPanelProps) {
  const holder = useRef<HTMLDivElement>(null)
  const chartOf = () => holder.current?.querySelector('svg[role="group"]')
  const download = <PictureButton title={title} name={name} chartOf={chartOf} />
  return (
    <Panel title={title} extra={empty === undefined && download}>
      {above}
      {empty === undefined ? <div ref={holder}>{children}</div> : <p>{empty}</p>}
    </Panel>
  )
}
