import { useState } from 'react'
import type { Curve } from './drawing.ts'
import { nearestTo, positionOf, type Span } from './span.ts'

interface ReadingNeeds {
  view: Span
  curves: readonly Curve[]
  at: number | null
  onAt: (at: number | null) => void
}

/** A move of the cursor by keys: to the point before or after it, or to the first or the last one. */
export type ReadingStep = 'before' | 'after' | 'first' | 'last'

export function useReading({ view, curves, at, onAt }: ReadingNeeds) {
  const [value, setValue] = useState<number | null>(null)
  const isVisible = at !== null && at >= view.from && at <= view.to
  const read = (next: number | null, nextValue: number | null = null) => {
    setValue(nextValue)
    onAt(next)
  }
  const beyond = (position: number) => position + Number.EPSILON * Math.max(1, Math.abs(position))
  const firstFrom = (position: number) => Math.min(...curves.flatMap(({ x }) => x[positionOf(x, position)] ?? []))
  const lastBefore = (position: number) => Math.max(...curves.flatMap(({ x }) => x[positionOf(x, position) - 1] ?? []))
  return {
    reading: isVisible ? { at, value } : null,
    end: () => read(null),
    step(step: ReadingStep) {
      const isForward = step === 'first' || step === 'after'
      const current = isVisible && step !== 'first' && step !== 'last' ? at : null
      const next = isForward
        ? firstFrom(current === null ? view.from : beyond(current))
        : lastBefore(current ?? beyond(view.to))
      if (Number.isFinite(next)) read(next)
    },
    /** Reads the point nearest to the pointer, whose position within the plot is told from 0 to 1. */
    point(across: number, pointedValue: number) {
      const position = view.from + across * (view.to - view.from)
      const distanceOf = (x: number) => Math.abs(x - position)
      const nearest = curves
        .flatMap(({ x }) => x[nearestTo(x, position)] ?? [])
        .reduce((best, x) => (distanceOf(x) < distanceOf(best) ? x : best), Infinity)
      read(across < 0 || across > 1 || nearest === Infinity ? null : nearest, pointedValue)
    },
  }
}
