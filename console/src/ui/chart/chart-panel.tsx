import { type ReactNode, useRef } from 'react'
import { Panel } from '../page/page.tsx'
import { PictureButton } from './picture-button.tsx'

interface ChartPanelProps {
  title: string
  name: string
  above?: ReactNode
  empty?: string | undefined
  fills?: boolean | undefined
  children: ReactNode
}

/** A chart with a title, which can be saved as a picture. */
export function ChartPanel({ title, name, above, empty, fills, children }: ChartPanelProps) {
  const holder = useRef<HTMLDivElement>(null)
  const chartOf = () => holder.current?.querySelector<SVGSVGElement>('svg[data-chart]')
  const download = <PictureButton title={title} name={name} chartOf={chartOf} />
  return (
    <Panel title={title} extra={empty === undefined && download} fills={fills}>
      {above}
      {empty === undefined ? (
        <div ref={holder} className="grid columns-1">
          {children}
        </div>
      ) : (
        <p>{empty}</p>
      )}
    </Panel>
  )
}
