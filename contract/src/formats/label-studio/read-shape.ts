import type { LabelKind } from '../../labels/index.ts'
import { maskOf } from '../../labels/mask.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf } from '../labeled-images.ts'
import { shapeOfOutlines } from '../areas/outlines.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { ringOfEllipse, ringOfTurnedBox } from '../areas/turned-outlines.ts'
import { expandBrush } from './brush-runs.ts'
import type { LabelStudioResult } from './entries.ts'

export type Geometry = { [Kind in LabelKind]: GeometryOf<Kind> }[LabelKind]
type Read = { value: Geometry; problem?: undefined } | { problem: ProblemFinding }
type Values = Record<string, unknown>
type Reader = (value: Values, image: ImageSize, where: string) => Read

const numbersOf = (value: Values, names: readonly string[]): number[] | null => {
  const numbers = names.map((name) => value[name])
  return numbers.every((one): one is number => typeof one === 'number' && Number.isFinite(one)) ? numbers : null
}
const missing = (where: string): Read => ({ problem: { reason: 'geometry-missing', values: { where } } })

/** Positions and lengths are percentages of the image; rotation is about the upper left corner. */
const readers: Readonly<Record<string, Reader>> = {
  rectangle(value, image, where) {
    const numbers = numbersOf(value, ['x', 'y', 'width', 'height'])
    if (numbers === null) return missing(where)
    const [x, y] = [(numbers[0]! / 100) * image.width, (numbers[1]! / 100) * image.height]
    const [width, height] = [(numbers[2]! / 100) * image.width, (numbers[3]! / 100) * image.height]
    if (!(width > 0 && height > 0)) return { problem: { reason: 'box-empty', values: { where, width, height } } }
    const degrees = typeof value['rotation'] === 'number' ? value['rotation'] : 0
    if (degrees % 360 === 0) return { value: { kind: 'box', box: { x, y, width, height } } }
    const angle = (degrees * Math.PI) / 180
    const middle = {
      x: x + (width / 2) * Math.cos(angle) - (height / 2) * Math.sin(angle),
      y: y + (width / 2) * Math.sin(angle) + (height / 2) * Math.cos(angle),
    }
    return shapeOfOutlines([ringOfTurnedBox(middle, { width, height }, degrees)], image, where)
  },
  ellipse(value, image, where) {
    const numbers = numbersOf(value, ['x', 'y', 'radiusX', 'radiusY'])
    if (numbers === null) return missing(where)
    const middle = { x: (numbers[0]! / 100) * image.width, y: (numbers[1]! / 100) * image.height }
    const radius = { x: (numbers[2]! / 100) * image.width, y: (numbers[3]! / 100) * image.height }
    if (!(radius.x > 0 && radius.y > 0))
      return { problem: { reason: 'box-empty', values: { where, width: radius.x * 2, height: radius.y * 2 } } }
    const degrees = typeof value['rotation'] === 'number' ? value['rotation'] : 0
    return shapeOfOutlines([ringOfEllipse(middle, radius, degrees)], image, where)
  },
  polygon({ points }, image, where) {
    if (!Array.isArray(points)) return missing(where)
    const flat = points.flat() as unknown[]
    if (!flat.every((one): one is number => typeof one === 'number' && Number.isFinite(one))) return missing(where)
    const ring = flat.map((one, at) => (one / 100) * (at % 2 === 0 ? image.width : image.height))
    return shapeOfOutlines([ring], image, where)
  },
  brush({ rle }, image, where) {
    if (!Array.isArray(rle) || !rle.every((one) => Number.isInteger(one))) return missing(where)
    const alpha = expandBrush(rle as number[], image.width * image.height)
    if (alpha === null)
      return { problem: { reason: 'runs-invalid', values: { where, width: image.width, height: image.height } } }
    const mask = maskOf(alpha, { x: 0, y: 0, ...image })
    return mask === null ? { problem: { reason: 'mask-empty', values: { where } } } : { value: { kind: 'mask', mask } }
  },
}

const saidTypes: ReadonlySet<string> = new Set([
  'choices',
  'labels',
  'textarea',
  'rating',
  'number',
  'taxonomy',
  'pairwise',
])

export const isPlace = ({ type }: LabelStudioResult): boolean => !saidTypes.has(type)

export function readGeometry({ type, value }: LabelStudioResult, image: ImageSize, where: string): Read {
  const name = type.replace(/labels$/, '')
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (reader === undefined)
    return { problem: { reason: 'shape-type-unknown', values: { where, type: type.slice(0, 40) } } }
  return reader(value, image, where)
}

export function namesIn({ value }: LabelStudioResult): string[] {
  const lists = Object.entries(value).filter(([key]) => key.endsWith('labels') || key === 'choices')
  return lists.flatMap(([, list]) =>
    Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [],
  )
}
