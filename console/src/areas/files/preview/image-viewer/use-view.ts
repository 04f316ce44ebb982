import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

export interface Size {
  width: number
  height: number
}

/** The position of a picture in its box: scale, offset of its center from the box's center, and clockwise quarter turns. */
export interface View {
  scale: number
  x: number
  y: number
  turns: number
}

const largestScale = 32
/** Small pictures are enlarged to fit, up to a scale at which pixels become visible. */
const largestFit = 3
const step = 1.4

export function useView(box: RefObject<HTMLElement | null>, picture: Size) {
  const [viewport, setViewport] = useState<Size>({ width: 0, height: 0 })
  const [turns, setTurns] = useState(0)
  const [free, setFree] = useState<Omit<View, 'turns'> | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setViewport({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])

  const fitted = { scale: fitScale(picture, viewport, turns), x: 0, y: 0 }
  const view: View = { ...(free ?? fitted), turns }
  const smallest = Math.min(1, fitted.scale) / 2

  /** Scales about a point relative to the box's center. */
  const zoomTo = (targetScale: number, at = { x: 0, y: 0 }) => {
    const scale = Math.min(largestScale, Math.max(smallest, targetScale))
    const by = scale / view.scale
    setFree({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by })
  }
  const fromMiddle = (event: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
  }
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30
    zoomTo(view.scale * Math.exp(-event.deltaY * lines * 0.002), fromMiddle(event))
  })
  useEffect(() => {
    const element = box.current
    // React's own listener is passive, so the page would scroll as well.
    const listener = (event: WheelEvent) => wheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [box])

  return {
    room: viewport,
    view,
    fitted: free === null,
    fit: () => setFree(null),
    actual: () => zoomTo(1),
    zoomIn: () => zoomTo(view.scale * step),
    zoomOut: () => zoomTo(view.scale / step),
    rotate: () => {
      setTurns((turns + 1) % 4)
      setFree(null)
    },
    toggle: (event: { clientX: number; clientY: number }) =>
      free === null ? zoomTo(Math.max(1, view.scale * 2), fromMiddle(event)) : setFree(null),
    moveBy: (x: number, y: number) => setFree({ scale: view.scale, x: view.x + x, y: view.y + y }),
  }
}

export function fitScale({ width, height }: Size, viewport: Size, turns: number): number {
  const [across, down] = turns % 2 === 0 ? [width, height] : [height, width]
  if (across === 0 || down === 0 || viewport.width === 0) return 1
  return Math.min(viewport.width / across, viewport.height / down, largestFit)
}

export function partInView({ scale, x, y, turns }: View, viewport: Size, picture: Size) {
  const corners = [-1, 1].flatMap((right) =>
    [-1, 1].map((down) => {
      let across = ((right * viewport.width) / 2 - x) / scale
      let along = ((down * viewport.height) / 2 - y) / scale
      for (let turn = 0; turn < turns; turn++) [across, along] = [along, -across]
      return { x: across + picture.width / 2, y: along + picture.height / 2 }
    }),
  )
  const xs = corners.map((corner) => corner.x)
  const ys = corners.map((corner) => corner.y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}
