import type { ShapeOf } from '@vermilion/contract/labels/index'
import { classModule } from '../../shapes/class.ts'
import type { Parts } from '../parts.ts'

type Classifying = Pick<Parts, 'document' | 'settings' | 'labels'>

export function classesOf({ document }: Pick<Parts, 'document'>): string[] {
  return document.shapes().flatMap((shape) => (isClass(shape) ? [shape.labelId] : []))
}

/**
 * Classifies the image in one undoable step. With several classes allowed, the label is toggled; otherwise it replaces the
 * previous one.
 */
export function classify({ document, settings, labels }: Classifying, labelId: string): void {
  const existingClasses = document.shapes().filter(isClass)
  const existing = existingClasses.find((shape) => shape.labelId === labelId)
  labels.pick(labelId)
  document.change('classify', (draft) => {
    if (settings.get().multipleClasses) {
      if (existing) return draft.remove([existing.id])
    } else draft.remove(existingClasses.filter((shape) => shape !== existing).map(({ id }) => id))
    if (!existing) draft.put(classOf(labelId))
  })
}

function classOf(labelId: string): ShapeOf<'class'> {
  const shape = { kind: 'class', labelId, source: 'manual' } as const
  return { ...shape, id: classModule.idOf?.({ ...shape, id: '' }) ?? labelId }
}

function isClass(shape: { id: string; labelId: string }): boolean {
  return shape.id === `class:${shape.labelId}`
}
