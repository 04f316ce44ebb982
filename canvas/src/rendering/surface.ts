import type { Frame } from '../editor/view.ts'

/** Gives a canvas the frame's size in device pixels. Setting a size clears a canvas, so it is set only where it differs. */
export function sizeTo(canvas: HTMLCanvasElement, { width, height, pixelRatio }: Frame): void {
  const wide = Math.max(1, Math.round(width * pixelRatio))
  const high = Math.max(1, Math.round(height * pixelRatio))
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
}

export function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser offers no 2d canvas')
  return context
}
