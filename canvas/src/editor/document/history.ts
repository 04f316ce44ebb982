import type { Shape } from '@vermilion/contract/labels/index'
import { shape as shapeSchema } from '@vermilion/contract/labels/index'
import type { Document, Step } from './document.ts'
import { fits, inverseAll, perform, pileOf } from './patches.ts'
import type { Patch, Pile } from './patches.ts'
import { createSignal } from './signal.ts'

/** A history as plain data for the journal, so that undo survives a reload. */
export interface SavedHistory {
  version: 1
  past: readonly Step[]
  future: readonly Step[]
}

export interface History {
  last: () => Step | null
  next: () => Step | null
  undo: () => Step | null
  redo: () => Step | null
  /** The full history, or when too large to be saved after every gesture, the most recent steps. */
  save: () => SavedHistory
  /** Returns false, changing nothing, when the saved patches do not apply to the current document one by one. */
  restore: (saved: unknown) => boolean
  subscribe: (listener: () => void) => () => void
}

export function createHistory(document: Document): History {
  let past: Step[] = []
  let future: Step[] = []
  const changed = createSignal()

  document.subscribe(({ origin, step }) => {
    if (origin !== 'change') return
    past.push(step)
    future = []
    changed.emit()
  })

  function replay(from: Step[], to: Step[], direction: 'undo' | 'redo'): Step | null {
    const step = from.pop()
    if (!step) return null
    to.push(step)
    document.replay(step, direction)
    changed.emit()
    return step
  }

  return {
    last: () => past.at(-1) ?? null,
    next: () => future.at(-1) ?? null,
    undo: () => replay(past, future, 'undo'),
    redo: () => replay(future, past, 'redo'),
    save() {
      const retained = lightest(past.toReversed(), future.toReversed())
      return {
        version: 1,
        past: past.slice(past.length - retained.past),
        future: future.slice(future.length - retained.future),
      }
    },
    restore(saved) {
      if (!isSavedHistory(saved)) return false
      const backward = saved.past.toReversed().flatMap((step) => inverseAll(step.patches))
      const forward = saved.future.toReversed().flatMap((step) => step.patches)
      if (!runs(pileOf(document.shapes()), backward) || !runs(pileOf(document.shapes()), forward)) return false
      past = [...saved.past]
      future = [...saved.future]
      changed.emit()
      return true
    },
    subscribe: changed.subscribe,
  }
}

/** Limit of coordinates and runs in a saved history: as many as are written in a few milliseconds. */
const HEAVIEST = 600_000

/** Number of recent steps on both sides, alternating, that fit the memory limit; shared shapes count once. */
function lightest(past: readonly Step[], future: readonly Step[]): { past: number; future: number } {
  const counted = new Set<Shape>()
  let weight = 0
  const fits = (step: Step | undefined): boolean => {
    if (!step) return false
    for (const shape of step.patches.flatMap(shapesOf)) if (!counted.has(shape)) weight += weightOf(shape)
    for (const shape of step.patches.flatMap(shapesOf)) counted.add(shape)
    return weight <= HEAVIEST
  }
  let retained = { past: 0, future: 0 }
  for (let grown = true; grown;) {
    const previous = retained
    if (fits(past[retained.past])) retained = { ...retained, past: retained.past + 1 }
    if (fits(future[retained.future])) retained = { ...retained, future: retained.future + 1 }
    grown = retained !== previous
  }
  return retained
}

function shapesOf(patch: Patch): Shape[] {
  if ('shape' in patch) return [patch.shape]
  return 'before' in patch ? [patch.before, patch.after] : []
}

function weightOf(shape: Shape): number {
  if ('mask' in shape) return shape.mask.counts.length
  return 'polygon' in shape ? shape.polygon.rings.reduce((sum, ring) => sum + ring.length, 0) : 1
}

function runs(pile: Pile, patches: readonly Patch[]): boolean {
  return patches.every((patch) => {
    if (!fits(pile, patch)) return false
    perform(pile, patch)
    return true
  })
}

function isSavedHistory(value: unknown): value is SavedHistory {
  if (!isRecord(value) || value['version'] !== 1) return false
  return [value['past'], value['future']].every((steps) => Array.isArray(steps) && steps.every(isStep))
}

function isStep(value: unknown): value is Step {
  return (
    isRecord(value) &&
    typeof value['label'] === 'string' &&
    Array.isArray(value['patches']) &&
    value['patches'].every(isPatch)
  )
}

function isPatch(value: unknown): value is Patch {
  if (!isRecord(value)) return false
  const isShape = (part: unknown): boolean => shapeSchema.safeParse(part).success
  switch (value['kind']) {
    case 'add':
    case 'remove':
      return isShape(value['shape']) && Number.isInteger(value['at'])
    case 'replace':
      return isShape(value['before']) && isShape(value['after'])
    case 'reorder':
      return typeof value['id'] === 'string' && Number.isInteger(value['from']) && Number.isInteger(value['to'])
    default:
      return false
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
