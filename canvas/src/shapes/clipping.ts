import type { Polygon } from '@vermilion/contract/labels/polygon'
import type { Operation } from './ring-clipping.ts'

type Clip = (first: Polygon, second: Polygon, operation: Operation) => Polygon | null

let clip: Clip | null = null

/**
 * Loads what combines outlines. It weighs as much as all tools together, so neither the worker, which only draws, nor a
 * page without outlines has it.
 */
export async function loadClipping(): Promise<void> {
  clip ??= (await import('./ring-clipping.ts')).clipped
}

/** Unites two areas, or takes the second from the first; null where nothing is left. */
export function combined(first: Polygon, second: Polygon, operation: Operation): Polygon | null {
  if (clip === null) throw new Error('outlines are combined before what does it was loaded')
  return clip(first, second, operation)
}
