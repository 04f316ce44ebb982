import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { LineAxes } from './line-axes.ts'

/** The cursor on the x axis, moved by the pointer or the arrow keys. */
export function useReadingPosition({ positions, left }: Pick<LineAxes, 'positions' | 'left'>) {
  const [at, setAt] = useState<number | null>(null)
  const leave = () => setAt(null)
  return {
    position: at === null ? undefined : positions[at],
    handlers: {
      onPointerMove({ clientX, currentTarget }: PointerEvent): void {
        const from = clientX - currentTarget.getBoundingClientRect().left
        const distances = positions.map((position) => Math.abs(left(position) - from))
        setAt(positions.length === 0 ? null : distances.indexOf(Math.min(...distances)))
      },
      onPointerLeave: leave,
      onBlur: leave,
      onKeyDown(event: KeyboardEvent): void {
        const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key]
        if (event.key === 'Escape') leave()
        if (by === undefined || positions.length === 0) return
        event.preventDefault()
        setAt((now) => Math.min(positions.length - 1, Math.max(0, (now ?? (by > 0 ? -1 : positions.length)) + by)))
      },
    },
  }
}
