import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { cellsTouched, type GridShape, type Point } from './rectangle.ts'

/** Pixels of movement that turn a press into a rectangle. */
const threshold = 6
/** Pixels from an edge within which the grid scrolls. */
const edge = 36

interface RectangleNeeds {
  scroller: RefObject<HTMLElement | null>
  grid: RefObject<HTMLElement | null>
  shape: GridShape
  /** The offset from grid coordinates to drawn coordinates. */
  shift: () => number
  /** The indexes that the rectangle touches; `add` keeps the selection before it. */
  onChange: ((indexes: readonly number[], add: boolean, begins: boolean) => void) | undefined
}

interface Drag {
  start: Point
  /** The pointer, in window coordinates. */
  at: Point
  add: boolean
  active: boolean
}

export function useRectangle({ scroller, grid, shape, shift, onChange }: RectangleNeeds) {
  const drag = useRef<Drag | null>(null)
  const [drawn, setDrawn] = useState<{ a: Point; b: Point } | null>(null)
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  const pointIn = ({ x, y }: Point): Point => {
    const box = grid.current?.getBoundingClientRect()
    return { x: x - (box?.left ?? 0), y: y - (box?.top ?? 0) - shift() }
  }
  const draw = (begins = false) => {
    const { current } = drag
    if (current === null) return
    const b = pointIn(current.at)
    setDrawn({ a: current.start, b })
    onChange?.(cellsTouched(current.start, b, shape), current.add, begins)
  }
  const scroll = () => {
    const { current } = drag
    const box = scroller.current?.getBoundingClientRect()
    if (current === null || box === undefined) return
    const by = Math.min(0, current.at.y - box.top - edge) + Math.max(0, current.at.y - box.bottom + edge)
    if (by !== 0) {
      scroller.current?.scrollBy({ top: by / 2 })
      draw()
    }
    frame.current = requestAnimationFrame(scroll)
  }
  const end = () => {
    cancelAnimationFrame(frame.current)
    drag.current = null
    setDrawn(null)
  }

  const handlers = {
    onPointerDown(event: PointerEvent) {
      const { target, currentTarget, button, pointerType, clientX: x, clientY: y } = event
      if (onChange === undefined || button !== 0 || pointerType !== 'mouse') return
      // The scroll bar is part of the scroller, and other links and buttons are not cells.
      if (x > currentTarget.getBoundingClientRect().left + currentTarget.clientWidth) return
      if ((target as Element).closest('a, input, label, button, [draggable="true"]') !== null) return
      const add = event.ctrlKey || event.metaKey || event.shiftKey
      drag.current = { start: pointIn({ x, y }), at: { x, y }, add, active: false }
    },
    onPointerMove(event: PointerEvent) {
      const { current } = drag
      if (current === null) return
      const moved = Math.hypot(event.clientX - current.at.x, event.clientY - current.at.y)
      if (!current.active && moved < threshold) return
      const begins = !current.active
      Object.assign(current, { at: { x: event.clientX, y: event.clientY }, active: true })
      if (begins) {
        event.currentTarget.setPointerCapture(event.pointerId)
        frame.current = requestAnimationFrame(scroll)
      }
      draw(begins)
    },
    onPointerUp({ target }: PointerEvent) {
      const { current } = drag
      // A click beside the cells clears the selection.
      if (
        current !== null &&
        !current.active &&
        !current.add &&
        (target as Element).closest('button, [data-place]') === null
      ) {
        onChange?.([], false, true)
      }
      if (drag.current?.active === true) {
        // The release must not click the cell below it.
        const swallow = (event: Event) => event.stopPropagation()
        addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      }
      end()
    },
    onPointerCancel: end,
  }
  return { handlers, drawn }
}
