import fc from 'fast-check'
import { expect } from 'vitest'
import { maskOf } from '../../labels/mask.ts'
import type { LabelKind } from '../../labels/index.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf, LabeledImage, LabeledImages } from '../labeled-images.ts'

type Geometries = { [Kind in LabelKind]: (image: ImageSize) => fc.Arbitrary<GeometryOf<Kind>> }

const within = (size: number) => fc.integer({ min: 0, max: size })

const rectangle = (left: number, top: number, right: number, bottom: number) => [
  left,
  top,
  right,
  top,
  right,
  bottom,
  left,
  bottom,
]

export const anyGeometry: Geometries = {
  box: ({ width, height }) => {
    const start = fc.double({ min: 0, max: 0.5, noNaN: true })
    const extent = fc.double({ min: 0.01, max: 0.5, noNaN: true })
    return fc.tuple(start, start, extent, extent).map(([x, y, w, h]) => ({
      kind: 'box',
      box: { x: x * width, y: y * height, width: w * width, height: h * height },
    }))
  },
  polygon: ({ width, height }) =>
    fc.oneof(
      fc
        .array(fc.tuple(within(width), within(height)), { minLength: 3, maxLength: 9 })
        .map((points): GeometryOf<'polygon'> => ({ kind: 'polygon', polygon: { rings: [points.flat()] } })),
      fc.constantFrom<GeometryOf<'polygon'>>(
        { kind: 'polygon', polygon: { rings: [rectangle(0, 0, 6, 6), rectangle(2, 2, 4, 4)] } },
        { kind: 'polygon', polygon: { rings: [rectangle(0, 0, 3, 4), rectangle(5, 1, 8, 7)] } },
      ),
    ),
  mask: ({ width, height }) => {
    const [w, h] = [Math.min(width, 8), Math.min(height, 8)]
    return fc.uint8Array({ minLength: w * h, maxLength: w * h, max: 1 }).map((pixels) => {
      if (!pixels.includes(1)) pixels[0] = 1
      const mask = maskOf(pixels, { x: width - w, y: height - h, width: w, height: h })!
      return { kind: 'mask', mask }
    })
  },
  class: () => fc.constant({ kind: 'class' }),
}

export const anyName = fc
  .oneof(
    fc.constantFrom(
      'dog',
      '狗',
      'traffic light',
      'été',
      'クルマ',
      'a,b',
      'a"b',
      "it's",
      '<b>&amp;',
      '0',
      'null',
      'yes',
      '#1',
      'a: b',
      'a\u2028b',
    ),
    fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
      .filter((s) => s.trim() === s && !/[\\/\p{Cc}\p{Cs}]/u.test(s)),
  )
  .map((name) => name.normalize('NFC'))

const anyPath = fc
  .tuple(
    fc.constantFrom('', 'a/', 'a/b c/', '图/', 'a\u2028b/'),
    fc.constantFrom('x', 'été', '图片', 'a.b', 'sp ace', 'a&amp;b'),
  )
  .map((parts) => parts.join(''))

export interface AnyImages {
  kinds: readonly LabelKind[]
  splits?: boolean
  scores?: boolean
}

export function anyImages({ kinds, splits = true, scores = true }: AnyImages): fc.Arbitrary<LabeledImages> {
  const labels = fc.uniqueArray(anyName, {
    minLength: 1,
    maxLength: 4,
    comparator: (a, b) => a.toLowerCase() === b.toLowerCase(),
  })
  return labels.chain((names) => {
    const image = fc
      .record({ width: fc.integer({ min: 8, max: 60 }), height: fc.integer({ min: 8, max: 60 }) })
      .chain((size): fc.Arbitrary<Omit<LabeledImage, 'path'>> => {
        const shape = fc
          .oneof(...kinds.map((kind) => anyGeometry[kind](size) as fc.Arbitrary<GeometryOf<LabelKind>>))
          .chain((geometry) =>
            fc
              .record(
                { labelIndex: fc.nat(names.length - 1), score: fc.constantFrom(0, 0.25, 1) },
                { requiredKeys: scores ? ['labelIndex'] : ['labelIndex', 'score'] },
              )
              .map(({ labelIndex, score }) => ({
                ...geometry,
                labelIndex,
                ...(scores && score !== undefined ? { score } : {}),
              })),
          )
        const facts = {
          width: fc.constant(size.width),
          height: fc.constant(size.height),
          shapes: fc.array(shape, { maxLength: 4 }),
        }
        return splits
          ? fc.record({ ...facts, split: fc.constantFrom('train', 'validation', 'test') })
          : fc.record(facts)
      })
    const images = fc
      .uniqueArray(anyPath, { maxLength: 5 })
      .chain((paths) => fc.tuple(...paths.map((path) => image.map((one) => ({ path: `${path}.jpg`, ...one })))))
    return fc.record({ labels: fc.constant(names.map((name) => ({ name }))), images })
  })
}

/** Sorts by path, as formats go split by split and file by file. */
export function byPath(images: readonly LabeledImage[]): LabeledImage[] {
  return images.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

export function nearly(images: readonly LabeledImage[]): unknown[] {
  return images.map((image) => ({ ...image, shapes: image.shapes.map((shape) => nearParts(shape)) }))
}

function nearParts(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 2)
  if (Array.isArray(value)) return value.map(nearParts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, nearParts(part)]))
}
