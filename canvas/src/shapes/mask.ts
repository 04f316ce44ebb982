import { maskArea, maskBounds, maskContains } from '@vermilion/contract/labels/mask'
import type { ShapeOf } from '@vermilion/contract/labels/index'
import type { ShapeModule } from './shape-module.ts'

export const maskModule: ShapeModule<ShapeOf<'mask'>> = {
  bounds: ({ mask }) => maskBounds(mask),
  area: ({ mask }) => maskArea(mask),
  hits: ({ mask }, point) => maskContains(mask, point),
  handles: () => [],
  resize: (shape) => shape,
  moved: (shape, by) => ({
    ...shape,
    mask: { ...shape.mask, x: Math.round(shape.mask.x + by.x), y: Math.round(shape.mask.y + by.y) },
  }),
  trace(path, { mask }, { scale, x, y }) {
    path.rect(mask.x * scale + x, mask.y * scale + y, mask.width * scale, mask.height * scale)
  },
}
