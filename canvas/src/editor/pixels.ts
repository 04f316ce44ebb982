import type { Box } from '@vermilion/contract/labels/box'
import { createSignal } from './document/signal.ts'

/** Colors of an area: `data` has RGBA per pixel, row by row. */
export interface PixelArea {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Null while unreadable. With a step above 1, each pixel stands for a square of that side; partial squares are dropped. */
export type ReadPixels = (area: Box, step?: number) => PixelArea | null

export function stepsIn(length: number, step: number): number {
  return Math.max(1, Math.floor(length / step))
}

export interface Pixels {
  read: ReadPixels
  readable: () => boolean
  attach: (read: ReadPixels | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createPixels(initial: ReadPixels | null = null): Pixels {
  const changed = createSignal()
  let source = initial
  return {
    read: (area, step) => source?.(area, step) ?? null,
    readable: () => source !== null,
    attach(read) {
      source = read
      changed.emit()
    },
    subscribe: changed.subscribe,
  }
}
