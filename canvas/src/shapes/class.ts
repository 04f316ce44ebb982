import type { ShapeOf } from '@vermilion/contract/labels/index'
import type { ShapeModule } from './shape-module.ts'

export const classModule: ShapeModule<ShapeOf<'class'>> = {
  bounds: () => ({ x: 0, y: 0, width: 0, height: 0 }),
  area: () => 0,
  hits: () => false,
  handles: () => [],
  resize: (shape) => shape,
  moved: (shape) => shape,
  trace: () => undefined,
  placeless: true,
  idOf: ({ labelId }) => `class:${labelId}`,
}
