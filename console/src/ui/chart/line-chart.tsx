import { useState } from 'react'
import { type LineChartProps, Plot } from './line-plot.tsx'
import styles from './line-chart.module.css'

/** Colours that stay apart for colour-blind eyes, legible on both grounds. */
const colours = ['#ff5125', '#2f86d6', '#1f9e77', '#c98a00', '#8c6bb1', '#5b8c9e', '#d64f8c']

/** Curves over a common axis. A name in the legend hides its curve and shows it again. */
export function LineChart({ curves, ...rest }: LineChartProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const coloured = curves.map((curve, index) => ({ ...curve, colour: colours[index % colours.length] ?? '' }))
  const toggle = (name: string) => setHidden((previous) => previous.symmetricDifference(new Set([name])))
  return (
    <figure className={styles['chart']}>
      <div className={styles['legend']}>
        {coloured.map(({ name, colour }) => (
          <button key={name} type="button" aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
            <span style={{ background: colour }} />
            {name}
          </button>
        ))}
      </div>
      <Plot {...rest} curves={coloured.filter(({ name }) => !hidden.has(name))} />
    </figure>
  )
}
