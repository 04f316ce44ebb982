import { memo } from 'react'
import type { ChartCurve } from './chart-types.ts'
import styles from './chart.module.css'

interface ChartLegendProps {
  curves: readonly ChartCurve[]
  hidden: ReadonlySet<number>
  onHidden: (hidden: ReadonlySet<number>) => void
  /** The curve that is to stand out. */
  onFocus: (place: number | null) => void
}

/** The names of curves. A press hides one and shows it again, a double press shows it alone; what is pointed at stands out. */
export const ChartLegend = memo(function ChartLegend({ curves, hidden, onHidden, onFocus }: ChartLegendProps) {
  const alone = (place: number) => {
    const others = new Set(curves.keys())
    others.delete(place)
    const already = hidden.size === others.size && !hidden.has(place)
    onHidden(already ? new Set() : others)
  }
  return (
    <div className={styles['legend']}>
      {curves.map(({ taskId, name, words, colour }, place) => (
        <button
          key={`${taskId} ${name}`}
          type="button"
          aria-pressed={!hidden.has(place)}
          title={words}
          onClick={({ detail }) => detail < 2 && onHidden(hidden.symmetricDifference(new Set([place])))}
          onDoubleClick={() => alone(place)}
          onPointerEnter={() => onFocus(place)}
          onPointerLeave={() => onFocus(null)}
          onFocus={() => onFocus(place)}
          onBlur={() => onFocus(null)}
        >
          <i style={{ background: colour }} />
          <span>{words}</span>
        </button>
      ))}
    </div>
  )
})
