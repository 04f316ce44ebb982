import { useState } from 'react'
import { type LineChartProps, Plot } from './line-plot.tsx'
import { seriesColour } from './series-colours.ts'
import styles from './line-chart.module.css'

export function LineChart({ curves, ...rest }: LineChartProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const parts = curves.filter(({ isOverall }) => isOverall !== true)
  const coloured = curves.map((curve) => ({
    ...curve,
    colour: curve.isOverall === true ? 'var(--ant-color-text)' : seriesColour(parts.indexOf(curve)),
  }))
  const toggle = (name: string) => setHidden((previous) => previous.symmetricDifference(new Set([name])))
  return (
    <figure className="stack min-width-0">
      <div className={`${styles['legend']} flex wrap min-height-28 margin-bottom-8`}>
        {coloured.map(({ name, colour }) => (
          <button
            className="row gap-6 text-secondary font-12 padding-2-6 border-0 radius-4 cursor-pointer hover-ground-tertiary"
            key={name}
            type="button"
            aria-pressed={!hidden.has(name)}
            data-series={name}
            onClick={() => toggle(name)}
          >
            <span className="rigid width-12 height-3 radius-2" style={{ background: colour }} />
            {name}
          </button>
        ))}
      </div>
      <Plot {...rest} curves={coloured.filter(({ name }) => !hidden.has(name))} />
    </figure>
  )
}
