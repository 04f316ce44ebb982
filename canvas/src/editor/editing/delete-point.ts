import type { Shape } from '@vermilion/contract/labels/index'
import { moduleOf } from '../../shapes/registry.ts'
import type { Handle } from '../../shapes/shape-module.ts'
import type { Document } from '../document/document.ts'

/** Takes the point of a handle out of its shape as one step; a shape of which nothing is left goes. */
export function deletePoint(
  { document }: { document: Document },
  { shape, handle }: { shape: Shape; handle: Handle },
): void {
  const { withoutHandle } = moduleOf(shape)
  if (!withoutHandle) return
  const left = withoutHandle(shape, handle.id)
  document.change('reshape', (draft) => (left ? draft.put(left) : draft.remove([shape.id])))
}
