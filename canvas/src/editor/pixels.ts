import type { Box } from '@vermilion/contract/labels/box'
import { createSignal } from './document/signal.ts'

/** Colours of part of an image: `data` holds red, green, blue and alpha of each pixel, row by row. */
export interface PixelArea {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/**
 * Reads part of an image, whole pixels inside it; null where it cannot be read. With a step above 1 one pixel of the
 * answer stands for a square of as many of the image, and those over the area's edge are cut.
 */
export type ReadPixels = (area: Box, step?: number) => PixelArea | null

/** Pixels of a side that is read with a step. */
export function stepsIn(length: number, step: number): number {
  return Math.max(1, Math.floor(length / step))
}

export interface Pixels {
  read: ReadPixels
  /** True when pixels are available. */
  readable: () => boolean
  /** Sets the source of pixels once the image has loaded. */
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
