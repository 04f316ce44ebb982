import { memo } from 'react'
import { type ChartCurve, keyOf } from './chart-types.ts'
import styles from './chart.module.css'

interface ChartLegendProps {
  curves: readonly ChartCurve[]
  hidden: ReadonlySet<string>
  onHidden: (hidden: ReadonlySet<string>) => void
  onFocus: (index: number | null) => void
}

export const ChartLegend = memo(function ChartLegend({ curves, hidden, onHidden, onFocus }: ChartLegendProps) {
  const alone = (key: string) => {
    const others = new Set(curves.map(keyOf))
    others.delete(key)
    const nextHidden = hidden.symmetricDifference(new Set([key]))
    const already = nextHidden.size === others.size && !nextHidden.has(key)
    onHidden(already ? new Set() : others)
  }
  return (
    <div className={`${styles['legend']} flex grow wrap min-width-0 min-height-28 scroll-y`}>
      {curves.map((curve, index) => (
        <button
          className="quiet-button row gap-6 max-full-width min-height-24 radius-4 text-secondary font-12 hover-ground-tertiary"
          style={{ padding: '2px 6px' }}
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
          <i className="rigid width-12 height-3 radius-2" style={{ background: curve.colour }} />
          <span className="ellipsis">{curve.words}</span>
        </button>
      ))}
    </div>
  )
})
