import type { LabelKind } from '../../labels/index.ts'
import { maskOf } from '../../labels/mask.ts'
import { readAttributes } from '../attributes.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf, LabeledShape } from '../labeled-images.ts'
import { shapeOfOutlines } from '../areas/outlines.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { valueOfText } from '../text/text-values.ts'
import { ringOfEllipse, ringOfTurnedBox } from '../areas/turned-outlines.ts'
import type { XmlNode } from '../xml/xml-elements.ts'

type Geometry = { [Kind in LabelKind]: GeometryOf<Kind> }[LabelKind]
type Read<T> = { value: T; problem?: undefined } | { problem: ProblemFinding }
type Reader = (element: XmlNode, image: ImageSize, where: string) => Read<Geometry>

const notLabels: ReadonlySet<string> = new Set(['attribute'])
const maxPixels = 500_000_000

const readers: Readonly<Record<string, Reader>> = {
  tag: () => ({ value: { kind: 'class' } }),
  box(element, image, where) {
    const read = numbersOf(element, ['xtl', 'ytl', 'xbr', 'ybr'])
    if (read.problem !== undefined) return read
    const [left, top, right, bottom] = read.value as [number, number, number, number]
    const [width, height] = [right - left, bottom - top]
    if (!(width > 0 && height > 0)) return { problem: { reason: 'box-empty', values: { where, width, height } } }
    const degrees = Number(element.attributes.get('rotation') ?? 0)
    if (!Number.isFinite(degrees) || degrees % 360 === 0)
      return { value: { kind: 'box', box: { x: left, y: top, width, height } } }
    const middle = { x: left + width / 2, y: top + height / 2 }
    return shapeOfOutlines([ringOfTurnedBox(middle, { width, height }, degrees)], image, where)
  },
  polygon(element, image, where) {
    const points = (element.attributes.get('points') ?? '')
      .split(/[;,]/)
      .filter((part) => part.trim() !== '')
      .map(Number)
    const strange = points.findIndex((value) => !Number.isFinite(value))
    if (strange >= 0) return { problem: { reason: 'not-a-number', values: { text: `points ${strange + 1}` } } }
    return shapeOfOutlines([points], image, where)
  },
  ellipse(element, image, where) {
    const read = numbersOf(element, ['cx', 'cy', 'rx', 'ry'])
    if (read.problem !== undefined) return read
    const [x, y, rx, ry] = read.value as [number, number, number, number]
    if (!(rx > 0 && ry > 0))
      return { problem: { reason: 'box-empty', values: { where, width: rx * 2, height: ry * 2 } } }
    const degrees = Number(element.attributes.get('rotation') ?? 0)
    return shapeOfOutlines([ringOfEllipse({ x, y }, { x: rx, y: ry }, degrees || 0)], image, where)
  },
  mask(element, image, where) {
    const read = numbersOf(element, ['left', 'top', 'width', 'height'])
    if (read.problem !== undefined) return read
    const [x, y, width, height] = read.value as [number, number, number, number]
    const window = { x, y, width, height }
    const counts = (element.attributes.get('rle') ?? '').split(',').map(Number)
    const isWindow = Object.values(window).every(Number.isInteger) && x >= 0 && y >= 0 && width > 0 && height > 0
    const isWithin = image.width === 0 || (x + width <= image.width && y + height <= image.height)
    if (!isWindow || !isWithin || width * height > maxPixels)
      return { problem: { reason: 'mask-size-differs', values: { where, width, height } } }
    const total = counts.reduce((sum, count) => sum + count, 0)
    if (!counts.every((count) => Number.isInteger(count) && count >= 0) || total !== width * height)
      return { problem: { reason: 'runs-invalid', values: { where, width, height } } }
    const pixels = new Uint8Array(width * height)
    let at = 0
    for (const [index, count] of counts.entries()) {
      if (index % 2 === 1) pixels.fill(1, at, at + count)
      at += count
    }
    const mask = maskOf(pixels, window)
    return mask === null ? { problem: { reason: 'mask-empty', values: { where } } } : { value: { kind: 'mask', mask } }
  },
}

function numbersOf({ attributes }: XmlNode, names: readonly string[]): Read<number[]> {
  const values: number[] = []
  for (const name of names) {
    const text = attributes.get(name) ?? ''
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!Number.isFinite(value))
      return { problem: { reason: 'not-a-number', values: { text: `${name}: ${text.slice(0, 40)}` } } }
    values.push(value)
  }
  return { value: values }
}

export interface CvatShape {
  readonly label: string
  readonly shape: Geometry & Omit<LabeledShape, 'labelIndex' | 'kind'>
  /** Higher ones are on top. */
  readonly order: number
  readonly unread: readonly ProblemFinding[]
}

export function readCvatShape(element: XmlNode, image: ImageSize, index: number): Read<CvatShape> | null {
  const { name, attributes } = element
  if (notLabels.has(name)) return null
  const where = `${name} ${index + 1}`
  const label = attributes.get('label') ?? ''
  if (label === '') return { problem: { reason: 'class-missing', values: { where } } }
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (reader === undefined)
    return { problem: { reason: 'shape-type-unknown', values: { where, type: name.slice(0, 40) } } }
  const read = reader(element, image, where)
  if (read.problem !== undefined) return read
  const group = Number(attributes.get('group_id') ?? 0)
  const { values, unread } = readAttributes(attributesOf(element), where)
  const shape = { ...read.value, ...(Number.isInteger(group) && group !== 0 ? { group } : {}), ...values }
  const order = name === 'tag' ? Number.NEGATIVE_INFINITY : Number(attributes.get('z_order') ?? 0) || 0
  return { value: { label, shape, order, unread } }
}

function attributesOf({ attributes, children }: XmlNode): object {
  return Object.fromEntries([
    ...(attributes.get('occluded') === '1' ? [['occluded', true] as const] : []),
    ...children
      .filter(({ name }) => name === 'attribute')
      .map((child) => [child.attributes.get('name') ?? '', valueOfText(child.text.trim())] as const),
  ])
}
