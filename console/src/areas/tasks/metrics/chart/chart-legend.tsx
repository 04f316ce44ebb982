import { memo } from 'react'
import { type ChartCurve, keyOf } from './chart-types.ts'
import styles from './chart.module.css'

interface ChartLegendProps {
  curves: readonly ChartCurve[]
  hidden: ReadonlySet<string>
  onHidden: (hidden: ReadonlySet<string>) => void
  /** Emphasizes a curve. */
  onFocus: (index: number | null) => void
}

/** The legend. A click toggles a curve, a double click isolates it, and hovering emphasizes it. */
export const ChartLegend = memo(function ChartLegend({ curves, hidden, onHidden, onFocus }: ChartLegendProps) {
  const alone = (key: string) => {
    const others = new Set(curves.map(keyOf))
    others.delete(key)
    // The first of the two clicks has toggled it already.
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
