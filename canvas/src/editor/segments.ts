import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'
import { createSignal } from './document/signal.ts'

/** On what is meant, or on what is not; in image pixels. */
export interface Click extends Point {
  readonly isPositive: boolean
}

export interface SegmentPrompt {
  readonly points: readonly Click[]
  readonly box: Box | null
}

export interface FoundSegment {
  /** Null where nothing is meant. */
  readonly mask: Mask | null
  /** How sure whoever found it is, 0 to 1. */
  readonly score: number
}

/** Null where nothing could be looked for. */
export type FindSegment = (prompt: SegmentPrompt) => Promise<FoundSegment | null>

export interface Segments {
  /** Has what a prompt means looked for: one at a time, and then the newest; those between are left out. */
  ask: (prompt: SegmentPrompt) => void
  /** What was found last, and what for. */
  found: () => (FoundSegment & { readonly prompt: SegmentPrompt }) | null
  /** Whether something is being looked for, or waits for that. */
  busy: () => boolean
  /** Forgets what was found, and what is on its way. */
  clear: () => void
  /** Who looks from now on; prompts wait as long as nobody does. */
  attach: (find: FindSegment | null) => void
  /** News whenever something has come, or could not be looked for. */
  subscribe: (listener: () => void) => () => void
}

export function createSegments(): Segments {
  const changed = createSignal()
  let find: FindSegment | null = null
  let [waiting, current]: (SegmentPrompt | null)[] = [null, null]
  /** What is being looked for was cleared meanwhile. */
  let isDropped = false
  let latest: ReturnType<Segments['found']> = null

  function next(): void {
    if (!find || !waiting || current) return
    const prompt = waiting
    waiting = null
    current = prompt
    const arrive = (segment: FoundSegment | null): void => {
      if (segment && !isDropped) latest = { ...segment, prompt }
      current = null
      isDropped = false
      changed.emit()
      next()
    }
    find(prompt).then(arrive, () => arrive(null))
  }

  return {
    ask(prompt) {
      waiting = prompt
      next()
    },
    found: () => latest,
    busy: () => waiting !== null || (current !== null && !isDropped),
    clear() {
      latest = waiting = null
      isDropped = current !== null
    },
    attach(finder) {
      find = finder
      next()
    },
    subscribe: changed.subscribe,
  }
}
