import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'
import { createSignal } from './document/signal.ts'

/** A click inside or outside the object, in image pixels. */
export interface Click extends Point {
  readonly isPositive: boolean
}

export interface SegmentPrompt {
  readonly points: readonly Click[]
  readonly box: Box | null
}

export interface FoundSegment {
  /** Null when nothing is found. */
  readonly mask: Mask | null
  readonly score: number
}

/** Null when segmentation failed. */
export type FindSegment = (prompt: SegmentPrompt) => Promise<FoundSegment | null>

/** Starts after a result, and resolves when hovering may segment again. */
export type Rest = () => Promise<void>

export interface Segments {
  /** Requests segmentation: one at a time, then the latest prompt; those between are dropped. */
  ask: (prompt: SegmentPrompt) => void
  /** Requests segmentation while hovering, with rests in between that leave the machine time to draw. */
  askInPassing: (prompt: SegmentPrompt) => void
  found: () => (FoundSegment & { readonly prompt: SegmentPrompt }) | null
  busy: () => boolean
  clear: () => void
  /** Sets the segmenter; prompts wait while there is none. For prompts from hovering, the next one waits for `rest`. */
  attach: (find: FindSegment | null, rest?: Rest | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createSegments(): Segments {
  const changed = createSignal()
  let find: FindSegment | null = null
  let [waiting, current]: (SegmentPrompt | null)[] = [null, null]
  /** True when the pending prompt comes from hovering. */
  let isPassing = false
  let rest: Rest | null = null
  let isResting = false
  /** True when the running request was cleared meanwhile. */
  let isDropped = false
  let latest: ReturnType<Segments['found']> = null

  function next(): void {
    if (!find || !waiting || current || (isPassing && isResting)) return
    const prompt = waiting
    waiting = null
    current = prompt
    const arrive = (segment: FoundSegment | null): void => {
      if (segment && !isDropped) latest = { ...segment, mask: sameMask(latest?.mask, segment.mask), prompt }
      current = null
      if (!isResting) void pause()
      isDropped = false
      changed.emit()
      next()
    }
    find(prompt).then(arrive, () => arrive(null))
  }

  async function pause(): Promise<void> {
    if (!rest) return
    isResting = true
    await rest()
    isResting = false
    next()
  }

  function ask(prompt: SegmentPrompt, passes: boolean): void {
    waiting = prompt
    isPassing = passes
    next()
  }

  return {
    ask: (prompt) => ask(prompt, false),
    askInPassing: (prompt) => ask(prompt, true),
    found: () => latest,
    busy: () => waiting !== null || (current !== null && !isDropped),
    clear() {
      latest = waiting = null
      isDropped = current !== null
    },
    attach(finder, resting = null) {
      find = finder
      rest = resting
      next()
    },
    subscribe: changed.subscribe,
  }
}

/** Reuses the drawn mask when the new one has equal pixels, which avoids redrawing. */
function sameMask(drawn: Mask | null | undefined, mask: Mask | null): Mask | null {
  if (!drawn || !mask || drawn.counts.length !== mask.counts.length) return mask
  const isPlacedAlike = drawn.x === mask.x && drawn.y === mask.y && drawn.width === mask.width
  return isPlacedAlike && drawn.counts.every((count, index) => count === mask.counts[index]) ? drawn : mask
}
