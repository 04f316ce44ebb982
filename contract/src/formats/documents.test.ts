import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../kernel/errors.ts'
import { say } from '../kernel/text.ts'
import { shapeBounds } from '../labels/bounds.ts'
import { decodeCoco, encodeCoco } from './coco/document.ts'
import type { LabeledImages } from './labeled-images.ts'
import { decodeYoloConfiguration, encodeYoloConfiguration, yoloLabelPath } from './yolo/configuration.ts'
import { decodeYoloLabels, encodeYoloLabels } from './yolo/labels.ts'

const name = fc.string({ minLength: 1, maxLength: 12 }).filter((s) => s.trim() === s && !/[\\/]|^\.+$/.test(s))
const labels = fc.uniqueArray(name, { minLength: 1, maxLength: 5 }).map((names) => names.map((n) => ({ name: n })))

const labeledImages: fc.Arbitrary<LabeledImages> = labels.chain((some) => {
  const image = fc
    .record({ width: fc.integer({ min: 8, max: 4000 }), height: fc.integer({ min: 8, max: 4000 }), path: name })
    .chain((facts) => {
      const part = fc.double({ min: 0, max: 0.5, noNaN: true })
      const extent = fc.double({ min: 0.01, max: 0.5, noNaN: true })
      const box = fc.tuple(part, part, extent, extent).map(([x, y, width, height]) => ({
        x: x * facts.width,
        y: y * facts.height,
        width: width * facts.width,
        height: height * facts.height,
      }))
      const labeled = fc.record(
        { kind: fc.constant('box'), labelIndex: fc.nat(some.length - 1), box, score: fc.constantFrom(0, 0.25, 1) },
        { requiredKeys: ['kind', 'labelIndex', 'box'] },
      )
      return fc.array(labeled, { maxLength: 4 }).map((shapes) => ({ ...facts, shapes }))
    })
  return fc.record({ labels: fc.constant(some), images: fc.array(image, { maxLength: 4 }) })
})

function reasonOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return say({ en: '{reason}', zh: '{reason}' }, 'en-US', error.values)
    throw error
  }
  throw new Error('nothing was refused')
}

test('COCO: what is written is read back exactly, images without objects too', () => {
  fc.assert(
    fc.property(labeledImages, (data) => {
      expect(decodeCoco(JSON.parse(JSON.stringify(encodeCoco(data))), 'a.json')).toEqual(data)
    }),
  )
})

test('COCO: sparse ids and crowd regions of other tools are read', () => {
  const image = { file_name: 'sub\\a.jpg', width: 20, height: 10 }
  const data = decodeCoco(
    {
      categories: [
        { id: 18, name: 'dog' },
        { id: 3, name: 'car', color: '#00ff00' },
      ],
      images: [{ id: 397, ...image }],
      annotations: [
        { id: 1, image_id: 397, category_id: 3, bbox: [1, 2, 3, 4], iscrowd: 0, segmentation: [] },
        { id: 2, image_id: 397, category_id: 3, bbox: [0, 0, 20, 10], iscrowd: 1 },
      ],
    },
    'a.json',
  )
  expect(data).toEqual({
    labels: [{ name: 'dog' }, { name: 'car', colour: '#00ff00' }],
    images: [
      {
        path: 'sub/a.jpg',
        width: 20,
        height: 10,
        shapes: [{ kind: 'box', labelIndex: 1, box: { x: 1, y: 2, width: 3, height: 4 } }],
      },
    ],
  })
})

test('COCO: errors say where and what', () => {
  const categories = [{ id: 1, name: 'dog' }]
  const images = [{ id: 1, file_name: 'a.jpg', width: 20, height: 10 }]
  const read = (annotation: object) => () => decodeCoco({ categories, images, annotations: [annotation] }, 'a.json')
  const bbox = [1, 2, 3, 4]
  expect(reasonOf(read({ id: 7, image_id: 2, category_id: 1, bbox }))).toBe('a.json: annotation 7: there is no image 2')
  expect(reasonOf(read({ id: 7, image_id: 1, category_id: 9, bbox }))).toBe(
    'a.json: annotation 7: there is no category 9',
  )
  expect(reasonOf(read({ id: 7, image_id: 1, category_id: 1, bbox: [1, 2, 0, 4] }))).toBe(
    'a.json: annotation 7: the box has no area (0 × 4)',
  )
  expect(reasonOf(read({ id: 7, image_id: 1, category_id: 1 }))).toBe('a.json: annotation 7: neither box nor polygon')
  expect(reasonOf(() => decodeCoco({ categories, images }, 'a.json'))).toBe('a.json: annotations: a list is missing')
  expect(reasonOf(() => decodeCoco({ categories, images: [...images, ...images], annotations: [] }, 'a.json'))).toBe(
    'a.json: image 1: the id occurs twice',
  )
})

test('YOLO: what is written is read back to a thousandth of a pixel', () => {
  fc.assert(
    fc.property(labeledImages, ({ labels: some, images }) => {
      for (const image of images) {
        const text = encodeYoloLabels(image.shapes, image)
        const back = decodeYoloLabels(text, { ...image, labelCount: some.length }, 'a.txt')
        expect(back.map(({ labelIndex }) => labelIndex)).toEqual(image.shapes.map(({ labelIndex }) => labelIndex))
        for (const [i, shape] of back.entries()) {
          for (const key of ['x', 'y', 'width', 'height'] as const) {
            expect(Math.abs(shapeBounds(shape)![key] - shapeBounds(image.shapes[i]!)![key])).toBeLessThan(1e-3)
          }
        }
      }
    }),
  )
})

test('YOLO: data.yaml is read back, and the dialects of names and splits are read', () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
      const data = { path: '.', train: ['images/train'], val: ['images/val'], test: [], names }
      expect(decodeYoloConfiguration(encodeYoloConfiguration(data), 'data.yaml')).toEqual(data)
    }),
  )
  const roboflow = 'train: ../train/images\nvalid: ../valid/images\nnc: 2\nnames: [cat, 7]\n'
  expect(decodeYoloConfiguration(roboflow, 'data.yaml')).toEqual({
    path: '.',
    train: ['../train/images'],
    val: ['../valid/images'],
    test: [],
    names: ['cat', '7'],
  })
})

test('YOLO: more than one box of numbers is an outline', () => {
  const image = { width: 100, height: 10, labelCount: 2 }
  expect(decodeYoloLabels('1 0.1 0.2 0.5 0.2 0.5 0.6\r\n\r\n', image, 'a.txt')).toEqual([
    { kind: 'polygon', labelIndex: 1, polygon: { rings: [[10, 2, 50, 2, 50, 6]] } },
  ])
})

test('YOLO: errors say where and what', () => {
  const read = (text: string) => () => decodeYoloLabels(text, { width: 10, height: 10, labelCount: 2 }, 'b/a.txt')
  expect(reasonOf(read('0 0.5 0.5 0.2 0.2\n2 0.5 0.5 0.2 0.2'))).toBe(
    'b/a.txt: line 2: there is no class 2 among the 2 classes',
  )
  expect(reasonOf(read('0 0.5 x 0.2 0.2'))).toBe('b/a.txt: line 1: "x" is not a number')
  expect(reasonOf(read('0 0.5 0.5 0.2'))).toContain('line 1: 4 numbers are neither')
  expect(reasonOf(read('0 50 50 20 20'))).toBe('b/a.txt: line 1: 50 is not between 0 and 1')
  expect(reasonOf(read('0 0.5 0.5 0 0.2'))).toBe('b/a.txt: line 1: the box has no area')
  expect(reasonOf(() => decodeYoloConfiguration('names: {0: a, 2: b}', 'data.yaml'))).toBe(
    'data.yaml: names: the 2 classes have no number 1',
  )
  expect(reasonOf(() => decodeYoloConfiguration('names: [a]\nnc: 2', 'data.yaml'))).toBe(
    'data.yaml: nc says 2 classes, names has 1',
  )
  expect(reasonOf(() => decodeYoloConfiguration('train: [\n', 'data.yaml'))).toContain('data.yaml: line')
})

test('YOLO: labels lie beside their images', () => {
  expect(yoloLabelPath('images/train/a.b.jpg')).toBe('labels/train/a.b.txt')
  expect(yoloLabelPath('images/x/images/a.jpg')).toBe('images/x/labels/a.txt')
  expect(yoloLabelPath('a.jpg')).toBe('a.txt')
})
