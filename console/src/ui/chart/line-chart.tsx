import { useState } from 'react'
import { type LineChartProps, Plot } from './line-plot.tsx'
import { seriesColour } from './series-colours.ts'
import styles from './line-chart.module.css'

/** Curves over a common axis. Legend entries toggle their curve. */
export function LineChart({ curves, ...rest }: LineChartProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const parts = curves.filter(({ isOverall }) => isOverall !== true)
  const coloured = curves.map((curve) => ({
    ...curve,
    colour: curve.isOverall === true ? 'var(--ant-color-text)' : seriesColour(parts.indexOf(curve)),
  }))
  const toggle = (name: string) => setHidden((previous) => previous.symmetricDifference(new Set([name])))
  return (
    <figure className={styles['chart']}>
      <div className={styles['legend']}>
        {coloured.map(({ name, colour }) => (
          <button
            key={name}
            type="button"
            aria-pressed={!hidden.has(name)}
            data-series={name}
            onClick={() => toggle(name)}
          >
            <span style={{ background: colour }} />
            {name}
          </button>
        ))}
      </div>
      <Plot {...rest} curves={coloured.filter(({ name }) => !hidden.has(name))} />
    </figure>
  )
}
