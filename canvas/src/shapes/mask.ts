import { ringsOfMask } from '@vermilion/contract/labels/contours'
import type { ShapeOf } from '@vermilion/contract/labels/index'
import type { Mask } from '@vermilion/contract/labels/mask'
import { maskArea, maskBounds, maskContains } from '@vermilion/contract/labels/mask'
import { combinedMasks } from './mask-runs.ts'
import { fillMask } from './mask-tiles.ts'
import type { ShapeModule } from './shape-module.ts'

export const maskModule: ShapeModule<ShapeOf<'mask'>> = {
  bounds: ({ mask }) => maskBounds(mask),
  area: ({ mask }) => maskArea(mask),
  hits: ({ mask }, point) => maskContains(mask, point),
  handles: () => [],
  resize: (shape) => shape,
  moved: (shape, by) => ({
    ...shape,
    mask: {
      ...shape.mask,
      x: Math.max(0, Math.round(shape.mask.x + by.x)),
      y: Math.max(0, Math.round(shape.mask.y + by.y)),
    },
  }),
  trace(path, { mask }, { scale, x, y }) {
    path.rect(mask.x * scale + x, mask.y * scale + y, mask.width * scale, mask.height * scale)
  },
  fill: (context, { mask }, frame, fill) => fillMask(context, mask, frame, fill),
  combine(first, others, combination) {
    let result: Mask | null = first.mask
    for (const { mask } of others) result &&= combinedMasks(result, mask, combination)
    return result && { ...first, mask: result }
  },
  within(shape, { width, height }) {
    const mask = combinedMasks(shape.mask, { x: 0, y: 0, width, height, counts: [0, width * height] }, 'intersect')
    return mask && { ...shape, mask }
  },
  converted: ({ mask, ...shape }) => ({ ...shape, kind: 'polygon', polygon: { rings: ringsOfMask(mask) } }),
  outlined: false,
}
