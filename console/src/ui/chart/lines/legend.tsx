import { memo } from 'react'
import type { Curve } from './drawing.ts'
import styles from './lines.module.css'

interface ChartLegendProps {
  curves: readonly Pick<Curve, 'key' | 'name' | 'colour' | 'tooltip'>[]
  hidden: ReadonlySet<string>
  onHidden: (hidden: ReadonlySet<string>) => void
  onFocus: (index: number | null) => void
}

/** A click hides a curve, a double click all others. */
export const ChartLegend = memo(function ChartLegend({ curves, hidden, onHidden, onFocus }: ChartLegendProps) {
  const toggle = (key: string) => onHidden(hidden.symmetricDifference(new Set([key])))
  const showAlone = (key: string) => {
    const others = new Set(curves.map((curve) => curve.key))
    others.delete(key)
    // The first click of the two has toggled the curve.
    const previous = hidden.symmetricDifference(new Set([key]))
    const isAlone = previous.size === others.size && !previous.has(key)
    onHidden(isAlone ? new Set() : others)
  }
  return (
    <div className={`${styles['legend']} flex wrap min-width-0 min-height-28 margin-bottom-6 scroll-y`}>
      {curves.map(({ key, name, colour, tooltip = name }, index) => (
        <button
          className="quiet-button row gap-6 max-full-width min-height-24 radius-4 text-secondary font-12 hover-ground-tertiary"
          style={{ padding: '2px 6px' }}
          key={key}
          type="button"
          aria-pressed={!hidden.has(key)}
          data-series={name}
          title={tooltip}
          onClick={({ detail }) => detail < 2 && toggle(key)}
          onDoubleClick={() => showAlone(key)}
          onPointerEnter={() => onFocus(index)}
          onPointerLeave={() => onFocus(null)}
          onFocus={() => onFocus(index)}
          onBlur={() => onFocus(null)}
        >
          <Swatch colour={colour} />
          <span className="ellipsis">{name}</span>
        </button>
      ))}
    </div>
  )
})

export function Swatch({ colour }: Pick<Curve, 'colour'>) {
  return (
    <i
      className="rigid inline-block width-12 height-3 radius-2 text-ink"
      style={{ background: colour, verticalAlign: 'middle' }}
      aria-hidden
    />
  )
}
