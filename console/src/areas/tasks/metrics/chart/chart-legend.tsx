import { memo } from 'react'
import { type ChartCurve, keyOf } from './chart-types.ts'
import styles from './chart.module.css'

interface ChartLegendProps {
  curves: readonly ChartCurve[]
  hidden: ReadonlySet<string>
  onHidden: (hidden: ReadonlySet<string>) => void
  /** The curve that is to stand out. */
  onFocus: (index: number | null) => void
}

/** The names of curves. A press hides one and shows it again, a double press shows it alone; what is pointed at stands out. */
export const ChartLegend = memo(function ChartLegend({ curves, hidden, onHidden, onFocus }: ChartLegendProps) {
  const alone = (key: string) => {
    const others = new Set(curves.map(keyOf))
    others.delete(key)
    // The first press of the two has changed it already.
    const nextHidden = hidden.symmetricDifference(new Set([key]))
    const already = nextHidden.size === others.size && !nextHidden.has(key)
    onHidden(already ? new Set() : others)
  }
  return (
    <div className={styles['legend']}>
      {curves.map((curve, index) => (
        <button
          key={keyOf(curve)}
          type="button"
          aria-pressed={!hidden.has(keyOf(curve))}
          data-series={curve.words}
          title={curve.tooltip ?? curve.words}
          onClick={({ detail }) => detail < 2 && onHidden(hidden.symmetricDifference(new Set([keyOf(curve)])))}
          onDoubleClick={() => alone(keyOf(curve))}
          onPointerEnter={() => onFocus(index)}
          onPointerLeave={() => onFocus(null)}
          onFocus={() => onFocus(index)}
          onBlur={() => onFocus(null)}
        >
          <i style={{ background: curve.colour }} />
          <span>{curve.words}</span>
        </button>
      ))}
    </div>
  )
})
