import type { ShapeOf } from '@vermilion/contract/labels/index'
import { classModule } from '../../shapes/class.ts'
import type { Parts } from '../parts.ts'

type Classifying = Pick<Parts, 'document' | 'settings' | 'labels'>

/** The classes of the whole image. */
export function classesOf({ document }: Pick<Parts, 'document'>): string[] {
  return document.shapes().flatMap((shape) => (isClass(shape) ? [shape.labelId] : []))
}

/**
 * Says what the whole image shows, as one step. With several classes allowed, the label is added or taken away;
 * otherwise it takes the place of the one before.
 */
export function classify({ document, settings, labels }: Classifying, labelId: string): void {
  const before = document.shapes().filter(isClass)
  const known = before.find((shape) => shape.labelId === labelId)
  labels.pick(labelId)
  document.change('classify', (draft) => {
    if (settings.get().multipleClasses) {
      if (known) return draft.remove([known.id])
    } else draft.remove(before.filter((shape) => shape !== known).map(({ id }) => id))
    if (!known) draft.put(classOf(labelId))
  })
}

function classOf(labelId: string): ShapeOf<'class'> {
  const shape = { kind: 'class', labelId, source: 'manual' } as const
  return { ...shape, id: classModule.idOf?.({ ...shape, id: '' }) ?? labelId }
}

function isClass(shape: { id: string; labelId: string }): boolean {
  return shape.id === `class:${shape.labelId}`
}
