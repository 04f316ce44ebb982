import type { Shape } from '@vermilion/contract/labels/index'
import { moduleOf } from '../../shapes/registry.ts'
import type { Handle } from '../../shapes/shape-module.ts'
import type { Document } from '../document/document.ts'

/** Removes a handle's point from its shape as one step; a shape without remaining area is deleted. */
export function deletePoint(
  { document }: { document: Document },
  { shape, handle }: { shape: Shape; handle: Handle },
): void {
  const { withoutHandle } = moduleOf(shape)
  if (!withoutHandle) return
  const left = withoutHandle(shape, handle.id)
  document.change('reshape', (draft) => (left ? draft.put(left) : draft.remove([shape.id])))
}
