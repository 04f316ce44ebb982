import { lineStyle } from './series-colours.ts'
import styles from './sparkline.module.css'

const [width, height, margin] = [88, 26, 3]

export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const across = (width - 2 * margin) / (values.length - 1)
  const up = high > low ? (height - 2 * margin) / (high - low) : 0
  const points = values.map((value, at) => {
    const down = up === 0 ? height / 2 : height - margin - (value - low) * up
    return `${(margin + at * across).toFixed(1)},${down.toFixed(1)}`
  })
  const [lastLeft, lastDown] = points.at(-1)?.split(',') ?? []
  return (
    <svg
      className={`${styles['sparkline']} overflow-visible`}
      style={lineStyle(0)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      width={width}
      height={height}
      aria-hidden
      focusable="false"
    >
      <polyline points={points.join(' ')} />
      <path d={`M${lastLeft} ${lastDown}h0`} />
    </svg>
  )
}
