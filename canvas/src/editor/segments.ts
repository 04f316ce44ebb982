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
  /** Confidence, 0 to 1. */
  readonly score: number
}

/** Null where nothing could be looked for. */
export type FindSegment = (prompt: SegmentPrompt) => Promise<FoundSegment | null>

/** Begins when something has come, and ends when what a hand passes over may be looked for again. */
export type Rest = () => Promise<void>

export interface Segments {
  /** Has what a prompt means looked for: one at a time, and then the newest; those between are left out. */
  ask: (prompt: SegmentPrompt) => void
  /** The same for what a hand only passes over: with a rest in between, which is the machine's for drawing. */
  askInPassing: (prompt: SegmentPrompt) => void
  /** Latest result with its prompt. */
  found: () => (FoundSegment & { readonly prompt: SegmentPrompt }) | null
  /** True while a request is running or pending. */
  busy: () => boolean
  /** Forgets what was found, and what is on its way. */
  clear: () => void
  /** Sets the segmenter; prompts wait while there is none. For prompts from hovering, the next one waits for `rest`. */
  attach: (find: FindSegment | null, rest?: Rest | null) => void
  /** News whenever something has come, or could not be looked for. */
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
      if (!isResting) void takeRest()
      isDropped = false
      changed.emit()
      next()
    }
    find(prompt).then(arrive, () => arrive(null))
  }

  async function takeRest(): Promise<void> {
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

/** The mask that is drawn already, where the new one has the same pixels: nothing has to be drawn again then. */
function sameMask(drawn: Mask | null | undefined, mask: Mask | null): Mask | null {
  if (!drawn || !mask || drawn.counts.length !== mask.counts.length) return mask
  const isPlacedAlike = drawn.x === mask.x && drawn.y === mask.y && drawn.width === mask.width
  return isPlacedAlike && drawn.counts.every((count, index) => count === mask.counts[index]) ? drawn : mask
}
