import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { drawPoints, frameOfAll, type MapFrame, type MapStyle, placeAt } from './map-drawing.ts'
import { type MapPoints, nearestPoint, type Location, pointsWithin } from './map-points.ts'

export type MapTool = 'lasso' | 'pan'

interface MapViewNeeds {
  readonly points: MapPoints
  readonly style: MapStyle
  readonly tool: MapTool
  readonly onLasso: (points: readonly number[]) => void
}

export interface Hovered {
  readonly point: number
  /** Pixels from the map's upper left corner. */
  readonly left: number
  readonly top: number
}

type Size = readonly [width: number, height: number]

/** The pointer's hit radius and the minimum length of a lasso, in pixels. */
const radius = 8
const minLasso = 12
const zoomStep = 1.25
const closest = 400

// oxlint-disable-next-line max-lines-per-function -- one gesture's parts share the place that it began at
export function useMapView({ points, style, tool, onLasso }: MapViewNeeds) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>([0, 0])
  const [frame, setFrame] = useState<MapFrame | null>(null)
  const [outline, setOutline] = useState<readonly Location[]>([])
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const dragged = useRef<{ left: number; top: number; frame: MapFrame } | null>(null)
  const visible = frame ?? frameOfAll(...size)
  const isVisible = (point: number) => style.colours[point] !== 0

  useLayoutEffect(() => {
    const element = canvas.current
    if (element === null) return
    const measure = () => setSize([element.clientWidth, element.clientHeight])
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (element === null || !context) return
    const ratio = devicePixelRatio
    const request = requestAnimationFrame(() => {
      const [width, height] = [Math.round(size[0] * ratio), Math.round(size[1] * ratio)]
      if (element.width !== width) element.width = width
      if (element.height !== height) element.height = height
      drawPoints(context, points, style, { frame: visible, ratio })
    })
    return () => cancelAnimationFrame(request)
    // eslint-disable-next-line react/exhaustive-deps -- `visible` is made of frame and size
  }, [points, style, frame, size])

  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): readonly [number, number] => {
    const box = canvas.current?.getBoundingClientRect()
    return [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)]
  }
  const placeOf = (left: number, top: number) => placeAt(visible, left, top, size)

  const zoom = (factor: number, [left, top]: readonly [number, number] = [size[0] / 2, size[1] / 2]) => {
    const fixed = placeOf(left, top)
    const all = frameOfAll(...size).scale
    const scale = Math.max(all / 2, Math.min(all * closest, visible.scale * factor))
    setFrame({
      x: fixed.x - (left - size[0] / 2) / scale,
      y: fixed.y - (top - size[1] / 2) / scale,
      scale,
    })
  }
  const move = (across: number, down: number) =>
    setFrame({ ...visible, x: visible.x + across / visible.scale, y: visible.y + down / visible.scale })
  const fit = () => setFrame(null)

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      zoom(zoomStep ** (-event.deltaY / 100), at(event))
    }
    // React's own listener is passive, so the page would scroll as well.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  })

  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(-40, 0),
    ArrowRight: () => move(40, 0),
    ArrowUp: () => move(0, -40),
    ArrowDown: () => move(0, 40),
    '+': () => zoom(zoomStep),
    '=': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': fit,
    Escape: () => onLasso([]),
  }

  return {
    canvas,
    outline: outline.map(({ x, y }) => ({
      x: (x - visible.x) * visible.scale + size[0] / 2,
      y: (y - visible.y) * visible.scale + size[1] / 2,
    })),
    hovered,
    zoom,
    fit,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        const [left, top] = at(event)
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged.current = { left, top, frame: visible }
        setHovered(null)
        if (tool === 'lasso') setOutline([placeOf(left, top)])
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const [left, top] = at(event)
        const start = dragged.current
        if (start === null) {
          const point = nearestPoint(points, placeOf(left, top), { reach: radius / visible.scale, isVisible })
          setHovered((now) => (point === -1 ? null : now?.point === point ? now : { point, left, top }))
        } else if (outline.length > 0) setOutline([...outline, placeOf(left, top)])
        else {
          const { scale, x, y } = start.frame
          setFrame({ scale, x: x - (left - start.left) / scale, y: y - (top - start.top) / scale })
        }
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const [left, top] = at(event)
        const start = dragged.current
        dragged.current = null
        if (start === null || outline.length === 0) return
        setOutline([])
        const length = Math.hypot(left - start.left, top - start.top) + outline.length
        if (length >= minLasso) return onLasso(pointsWithin(points, outline, isVisible))
        const point = nearestPoint(points, placeOf(left, top), { reach: radius / visible.scale, isVisible })
        onLasso(point === -1 ? [] : [point])
      },
      onPointerCancel() {
        dragged.current = null
        setOutline([])
      },
      onPointerLeave: () => setHovered(null),
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
        if (run === undefined) return
        event.preventDefault()
        run()
      },
    },
  }
}
