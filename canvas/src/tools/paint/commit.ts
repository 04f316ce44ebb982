import type { ShapeOf } from '@vermilion/contract/labels/index'
import type { Mask } from '@vermilion/contract/labels/mask'
import type { Draft, StepLabel } from '../../editor/document/document.ts'
import type { Parts } from '../../editor/parts.ts'
import { combinedMasks, meets } from '../../shapes/mask-runs.ts'

type MaskShape = ShapeOf<'mask'>

export function paintMask(parts: Parts, painted: Mask | null, label: StepLabel): 'done' | 'cancelled' {
  const labelId = parts.labels.current()?.id
  const target = masksOf(parts).find((shape) => shape.id === parts.selection.only() && shape.labelId === labelId)
  return putMask(parts, painted, label, target)
}

export function addMask(parts: Parts, mask: Mask | null): 'done' | 'cancelled' {
  return putMask(parts, mask, 'draw')
}

function putMask(parts: Parts, painted: Mask | null, label: StepLabel, target?: MaskShape): 'done' | 'cancelled' {
  const current = parts.labels.current()
  if (!painted || !current) return 'cancelled'
  const { overlap } = parts.settings.get()
  const others =
    overlap === 'keep' ? [] : masksOf(parts, false).filter((shape) => shape !== target && meets(shape.mask, painted))
  const retained = overlap === 'spare' ? without(painted, others) : painted
  if (!retained) return 'cancelled'
  const mask = target ? combinedMasks(target.mask, retained, 'unite') : retained
  const shape: MaskShape | null = mask && {
    ...(target ?? { id: parts.createId(), kind: 'mask', labelId: current.id, source: 'manual' }),
    mask,
  }
  if (!shape) return 'cancelled'
  parts.document.change(label, (draft) => {
    if (overlap === 'replace') {
      for (const other of others) if (!parts.locks.holds(other)) putOrRemove(other, retained, draft.cut, draft)
    }
    draft.put(shape)
  })
  parts.selection.setDrawn(shape.id)
  return 'done'
}

export function eraseMask(parts: Parts, erased: Mask | null): 'done' | 'cancelled' {
  if (!erased) return 'cancelled'
  const reachable = masksOf(parts).filter(({ mask }) => meets(mask, erased))
  const selected = masksOf(parts).some(({ id }) => parts.selection.has(id))
  const targets = selected ? reachable.filter(({ id }) => parts.selection.has(id)) : reachable
  const step = parts.document.change('erase', (draft) => {
    for (const target of targets) putOrRemove(target, erased, draft.put, draft)
  })
  return step ? 'done' : 'cancelled'
}

export function masksOf({ document, appearance, locks }: Parts, unlocked = true): MaskShape[] {
  return document
    .shapes()
    .flatMap((shape) =>
      'mask' in shape && appearance.shows(shape) && !(unlocked && locks.holds(shape)) ? [shape] : [],
    )
}

function putOrRemove(shape: MaskShape, removed: Mask, put: (shape: MaskShape) => void, { remove }: Draft): void {
  const mask = combinedMasks(shape.mask, removed, 'subtract')
  if (mask) put({ ...shape, mask })
  else remove([shape.id])
}

function without(painted: Mask, others: readonly MaskShape[]): Mask | null {
  let left: Mask | null = painted
  for (const { mask } of others) left &&= combinedMasks(left, mask, 'subtract')
  return left
}
