import type { Box } from '@vermilion/contract/labels/box'
import type { Frame } from '../../editor/view.ts'
import { context2d } from '../surface.ts'

export interface ActiveSurface {
  draw: (frame: Frame, paint: (context: CanvasRenderingContext2D) => Box | null) => void
}

/** Spare device pixels around the content for the next movement. */
const SPARE = 64
/** Shrinks the canvas when it exceeds the needed pixels by this factor. */
const WASTEFUL = 8

/** Without a GPU, each pixel of a changing canvas is composed every frame: a large empty one would cost more than its content. */
export function createActiveSurface(canvas: HTMLCanvasElement): ActiveSurface {
  const context = context2d(canvas)
  /** Position of the canvas in whole device pixels of the frame, to avoid blurring. */
  let area: Box = { x: 0, y: 0, width: 0, height: 0 }
  let drawn: Box | null = null
  let pixelRatio = 1

  function position(next: Box, ratio: number): void {
    area = next
    pixelRatio = ratio
    drawn = null
    // Setting a size clears a canvas.
    canvas.width = area.width
    canvas.height = area.height
    const { style } = canvas
    style.left = `${area.x / ratio}px`
    style.top = `${area.y / ratio}px`
    style.width = `${area.width / ratio}px`
    style.height = `${area.height / ratio}px`
  }

  return {
    draw(frame, paint) {
      if (frame.pixelRatio !== pixelRatio) position({ x: 0, y: 0, width: 0, height: 0 }, frame.pixelRatio)
      for (let isPlaced = false; ; isPlaced = true) {
        context.setTransform(pixelRatio, 0, 0, pixelRatio, -area.x, -area.y)
        if (drawn) context.clearRect(drawn.x, drawn.y, drawn.width, drawn.height)
        drawn = paint(context)
        const needed = drawn && seenOf(drawn, frame)
        canvas.style.display = needed ? 'block' : 'none'
        if (!needed || isPlaced || (contains(area, needed) && !isWasteful(area, needed))) return
        position(roomFor(needed, frame), pixelRatio)
      }
    },
  }
}

function seenOf(box: Box, { width, height, pixelRatio }: Frame): Box | null {
  const [x, y] = [Math.max(0, Math.floor(box.x * pixelRatio)), Math.max(0, Math.floor(box.y * pixelRatio))]
  const right = Math.min(Math.round(width * pixelRatio), Math.ceil((box.x + box.width) * pixelRatio))
  const bottom = Math.min(Math.round(height * pixelRatio), Math.ceil((box.y + box.height) * pixelRatio))
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null
}

function roomFor({ x, y, width, height }: Box, frame: Frame): Box {
  const left = Math.max(0, x - SPARE)
  const top = Math.max(0, y - SPARE)
  return {
    x: left,
    y: top,
    width: Math.min(Math.round(frame.width * frame.pixelRatio), x + width + SPARE) - left,
    height: Math.min(Math.round(frame.height * frame.pixelRatio), y + height + SPARE) - top,
  }
}

function contains(outer: Box, { x, y, width, height }: Box): boolean {
  return x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height
}

function isWasteful(area: Box, needed: Box): boolean {
  return area.width * area.height > WASTEFUL * (needed.width + 2 * SPARE) * (needed.height + 2 * SPARE)
}
