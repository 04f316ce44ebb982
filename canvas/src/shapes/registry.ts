import type { LabelKind, Shape, ShapeOf } from '@vermilion/contract/labels/index'
import { boxModule } from './box.ts'
import { classModule } from './class.ts'
import { maskModule } from './mask.ts'
import { polygonModule } from './polygon.ts'
import type { ShapeModule } from './shape-module.ts'

type Modules = { [Kind in LabelKind]: ShapeModule<ShapeOf<Kind>> }

export const shapeModules = {
  box: boxModule,
  polygon: polygonModule,
  mask: maskModule,
  class: classModule,
} satisfies Modules

export function moduleOf<S extends Shape>(shape: S): ShapeModule<S> {
  // A record indexed by a shape's own kind has that kind's module; the type system cannot follow this.
  const modules: Record<LabelKind, unknown> = shapeModules
  return modules[shape.kind] as ShapeModule<S>
}

export async function prepareKinds(kinds: Iterable<LabelKind>): Promise<void> {
  const modules: Record<LabelKind, { prepare?: () => Promise<void> }> = shapeModules
  await Promise.all([...new Set(kinds)].map(async (kind) => modules[kind].prepare?.()))
}
