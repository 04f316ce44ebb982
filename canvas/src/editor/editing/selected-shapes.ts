import type { Shape } from '@vermilion/contract/labels/index'
import type { Parts } from '../parts.ts'

/** In drawing order. */
export function selectedShapes({ selection, document }: Pick<Parts, 'selection' | 'document'>): Shape[] {
  return [...selection.ids()]
    .flatMap((id) => document.get(id) ?? [])
    .toSorted((a, b) => document.rankOf(a.id) - document.rankOf(b.id))
}

export function editableSelection(parts: Pick<Parts, 'selection' | 'document' | 'locks'>): Shape[] {
  return selectedShapes(parts).filter((shape) => !parts.locks.holds(shape))
}
