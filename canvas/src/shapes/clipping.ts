import type { Polygon } from '@vermilion/contract/labels/polygon'
import type { Operation } from './ring-clipping.ts'

type Clip = (first: Polygon, second: Polygon, operation: Operation) => Polygon | null

let clip: Clip | null = null

/** Loads polygon clipping. It is as large as all tools together, so the worker and pages without outlines do not load it. */
export async function loadClipping(): Promise<void> {
  clip ??= (await import('./ring-clipping.ts')).clipped
}

export function combined(first: Polygon, second: Polygon, operation: Operation): Polygon | null {
  if (clip === null) throw new Error('outlines are combined before what does it was loaded')
  return clip(first, second, operation)
}
