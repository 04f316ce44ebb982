import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Size } from './document/document.ts'
import { createSignal } from './document/signal.ts'

/** Transform of the image: screen = image × scale + (x, y), in CSS pixels. */
export interface Frame {
  readonly scale: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

export interface View {
  frame: () => Frame
  toImage: (screen: Point) => Point
  toScreen: (image: Point) => Point
  visible: (margin?: number) => Box
  zoomAt: (screen: Point, factor: number) => void
  panBy: (dx: number, dy: number) => void
  fit: () => void
  actualSize: () => void
  /** Pans, and zooms out if needed, until a box of the image is visible. */
  reveal: (target: Box) => void
  centreOn: (point: Point) => void
  resize: (size: Size, pixelRatio: number) => void
  subscribe: (listener: () => void) => () => void
}

const LARGEST_SCALE = 64
const FIT_MARGIN = 16
/** Minimum visible part of the image in CSS pixels when panning. */
const KEPT_IN_SIGHT = 48

export function createView({
  image,
  viewport,
  pixelRatio = 1,
}: {
  image: Size
  viewport: Size
  pixelRatio?: number
}): View {
  const changed = createSignal()
  let fitted = true
  let frame: Frame = fittedFrame(image, viewport, pixelRatio)

  function show(next: Partial<Frame>): void {
    frame = { ...frame, ...next }
    changed.emit()
  }

  function zoomAt(screen: Point, factor: number): void {
    const smallest = Math.min(fittedFrame(image, frame, 1).scale, 1) / 4
    const scale = Math.min(LARGEST_SCALE, Math.max(smallest, frame.scale * factor))
    const ratio = scale / frame.scale
    fitted = false
    show({ scale, x: screen.x - (screen.x - frame.x) * ratio, y: screen.y - (screen.y - frame.y) * ratio })
  }

  function panBy(dx: number, dy: number): void {
    fitted = false
    show({
      x: keepInSight(frame.x + dx, image.width * frame.scale, frame.width),
      y: keepInSight(frame.y + dy, image.height * frame.scale, frame.height),
    })
  }

  function visible(margin = 0): Box {
    const { scale, x, y, width, height } = frame
    return {
      x: (-margin - x) / scale,
      y: (-margin - y) / scale,
      width: (width + 2 * margin) / scale,
      height: (height + 2 * margin) / scale,
    }
  }

  return {
    frame: () => frame,
    toImage: (screen) => toImage(frame, screen),
    toScreen: (point) => toScreen(frame, point),
    visible,
    zoomAt,
    panBy,
    fit() {
      fitted = true
      show(fittedFrame(image, frame, frame.pixelRatio))
    },
    actualSize: () => zoomAt({ x: frame.width / 2, y: frame.height / 2 }, 1 / frame.scale),
    reveal(target) {
      const inner = { width: frame.width - 2 * KEPT_IN_SIGHT, height: frame.height - 2 * KEPT_IN_SIGHT }
      const fitting = Math.min(inner.width / target.width, inner.height / target.height)
      if (fitting > 0 && fitting < frame.scale)
        zoomAt({ x: frame.width / 2, y: frame.height / 2 }, fitting / frame.scale)
      const corner = toScreen(frame, target)
      const dx = shiftInto(corner.x, target.width * frame.scale, frame.width)
      const dy = shiftInto(corner.y, target.height * frame.scale, frame.height)
      if (dx !== 0 || dy !== 0) panBy(dx, dy)
    },
    centreOn(point) {
      const { x, y } = toScreen(frame, point)
      panBy(frame.width / 2 - x, frame.height / 2 - y)
    },
    resize(size, ratio) {
      if (size.width === frame.width && size.height === frame.height && ratio === frame.pixelRatio) return
      if (fitted) return show(fittedFrame(image, size, ratio))
      show({
        ...size,
        pixelRatio: ratio,
        x: frame.x + (size.width - frame.width) / 2,
        y: frame.y + (size.height - frame.height) / 2,
      })
    },
    subscribe: changed.subscribe,
  }
}

export function toImage(frame: Frame, screen: Point): Point {
  return { x: (screen.x - frame.x) / frame.scale, y: (screen.y - frame.y) / frame.scale }
}

export function toScreen(frame: Frame, point: Point): Point {
  return { x: point.x * frame.scale + frame.x, y: point.y * frame.scale + frame.y }
}

/** Scale that fits the image with a margin, enlarging small ones up to eight times. */
export function fittedScale(image: Size, { width, height }: Size): number {
  const ratio = Math.min((width - 2 * FIT_MARGIN) / image.width, (height - 2 * FIT_MARGIN) / image.height)
  return Math.max(1e-3, Math.min(8, ratio))
}

export function sameFrame(a: Frame, b: Frame): boolean {
  return a.scale === b.scale && a.x === b.x && a.y === b.y && sameViewport(a, b)
}

function sameViewport(a: Frame, b: Frame): boolean {
  return a.width === b.width && a.height === b.height && a.pixelRatio === b.pixelRatio
}

export function fittedFrame(image: Size, viewport: Size, pixelRatio: number): Frame {
  const { width, height } = viewport
  const scale = fittedScale(image, viewport)
  return {
    scale,
    x: (width - image.width * scale) / 2,
    y: (height - image.height * scale) / 2,
    width,
    height,
    pixelRatio,
  }
}

function keepInSight(offset: number, length: number, extent: number): number {
  const margin = Math.min(KEPT_IN_SIGHT, length, extent)
  return Math.min(extent - margin, Math.max(margin - length, offset))
}

/** Shift that brings a span into an extent with a margin; 0 when it already is. */
function shiftInto(start: number, length: number, extent: number): number {
  const margin = Math.max(0, Math.min(KEPT_IN_SIGHT, (extent - length) / 2))
  if (start < margin) return margin - start
  return Math.min(0, extent - margin - (start + length))
}
