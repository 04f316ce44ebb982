import type { Frame } from '../editor/view.ts'

/** Resizes a canvas to the frame in device pixels if needed, since setting a size clears it; returns whether it did. */
export function sizeTo(canvas: HTMLCanvasElement, { width, height, pixelRatio }: Frame): boolean {
  const wide = Math.max(1, Math.round(width * pixelRatio))
  const high = Math.max(1, Math.round(height * pixelRatio))
  const differs = canvas.width !== wide || canvas.height !== high
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
  return differs
}

export function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser offers no 2d canvas')
  return context
}
