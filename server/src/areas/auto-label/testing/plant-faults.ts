import type { Box } from '@vermilion/contract/labels/box'
import { boxWithin } from '@vermilion/contract/labels/box'
import type { Shape, ShapeOf } from '@vermilion/contract/labels/index'
import type { LabelErrorKind } from '@vermilion/contract/evaluation/label-errors/finding'

type Size = Readonly<Record<'width' | 'height', number>>

interface Planting {
  readonly size: Size
  readonly labelIds: readonly string[]
  random(): number
}

export type Fault = Extract<LabelErrorKind, 'missing' | 'class' | 'location'>

/** The labels of an image with one of them wrong: left out, of another class, or about twice as wide and high. */
export function plantFault(shapes: readonly Shape[], fault: Fault, { size, labelIds, random }: Planting): Shape[] {
  const boxes = shapes.filter((shape): shape is ShapeOf<'box'> => 'box' in shape)
  const wrong = boxes[Math.floor(random() * boxes.length)]!
  const faulty = {
    missing: () => [],
    class: () => {
      const others = labelIds.filter((id) => id !== wrong.labelId)
      return [{ ...wrong, labelId: others[Math.floor(random() * others.length)]! }]
    },
    location: () => [{ ...wrong, box: loosened(wrong.box, size, random) }],
  } satisfies Record<Fault, () => Shape[]>
  return shapes.flatMap((shape) => (shape === wrong ? faulty[fault]() : [shape]))
}

/** Each side moves outwards by a quarter to three quarters of the box. */
function loosened({ x, y, width, height }: Box, size: Size, random: () => number): Box {
  const part = () => 0.25 + 0.5 * random()
  const [left, top, right, bottom] = [part() * width, part() * height, part() * width, part() * height]
  const box = { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
  return boxWithin(box, size) ?? { x, y, width, height }
}
