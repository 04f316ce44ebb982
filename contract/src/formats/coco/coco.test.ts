import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyImages, byPath } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import { detectFormat } from '../registry.ts'
import { coco } from './codec.ts'

const any = anyImages({ kinds: ['box', 'polygon', 'mask'] })

test('COCO: what is exported is imported the same in both layouts, holes, parts, empty images and all', async () => {
  await fc.assert(
    fc.asyncProperty(
      any,
      fc.constantFrom('annotations', 'beside'),
      fc.nat(80),
      async ({ labels, images }, layout, chunk) => {
        const { files, problems } = await written(coco.encode(memorySource(labels, images), { layout, images: true }))
        expect(problems).toEqual([])
        const back = await decoded(coco, memoryFolder(files, chunk + 1))
        expect(back.problems).toEqual([])
        expect(back.labels).toEqual(labels)
        expect(byPath(back.images)).toEqual(byPath(images))
        for (const [index, { path }] of back.images.entries()) {
          expect(new TextDecoder().decode(files[back.files[index]!])).toBe(path)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('COCO: lists may come in any order, and every bad entry is told with its line', async () => {
  const text = `{
"annotations": [
  {"id": 1, "image_id": 5, "category_id": 2, "bbox": [1, 2, 3, 4]},
  {"id": 2, "image_id": 6, "category_id": 2, "bbox": [1, 2, 3, 4]},
  {"id": 3, "image_id": 5, "category_id": 9, "bbox": [1, 2, 3, 4]},
  {"id": 4, "image_id": 5, "category_id": 2, "bbox": [1, 2, NaN, 4]},
  {"id": 5, "image_id": 5, "category_id": 2, "bbox": [1, 2, -3, 4]},
  {"id": 6, "category_id": 2},
  {"id": 7, "image_id": 5, "category_id": 2, "segmentation": [[1, 2, 3]]},
  {"id": 8, "image_id": 5, "category_id": 2, "segmentation": {"size": [10, 20], "counts": [1, 300]}},
  {"id": 9, "image_id": "5", "category_id": 2, "segmentation": {"size": [10, 20], "counts": [0, 200]}, "iscrowd": 1}
],
"info": {"year": 2024},
"categories": [{"id": 2, "name": "dog"}],
"images": [{"id": 5, "file_name": "a.jpg", "width": 20, "height": 10}, {"id": 7, "file_name": "b.jpg", "width": -1, "height": 4}]
}`
  const back = await decoded(coco, memoryFolder({ 'result.json': text }))
  expect(back.images).toEqual([
    {
      path: 'a.jpg',
      width: 20,
      height: 10,
      shapes: [
        { kind: 'box', box: { x: 1, y: 2, width: 3, height: 4 }, labelIndex: 0 },
        { kind: 'mask', mask: { x: 0, y: 0, width: 20, height: 10, counts: [0, 200] }, labelIndex: 0 },
      ],
    },
  ])
  expect(back.problems).toEqual([
    'result.json:8: annotation 6: image_id: missing',
    'result.json:15: image 7: width: must be at least 0',
    'result.json:4: annotation 2: there is no image 6',
    'result.json:5: annotation 3: there is no category 9',
    'result.json:6: annotation 4: bbox.2: must be a number',
    'result.json:7: annotation 5: the box has no area (-3 × 4)',
    'result.json:9: annotation 7: a polygon needs at least 3 points',
    'result.json:10: annotation 8: the RLE counts of the mask do not fill 20 × 10',
  ])
})

test('COCO: a document that is no whole one is left out with its reason', async () => {
  const problemsOf = async (text: string | Uint8Array) =>
    (await decoded(coco, memoryFolder({ 'a.json': text }))).problems
  expect(await problemsOf('{"images": [{"id": 1, "file_name": "a.jpg"')).toEqual(['a.json:1: it ends in the middle'])
  expect(await problemsOf('[1, 2]')).toEqual(['a.json: images: a list is missing'])
  expect(await problemsOf('{"images": []}')).toEqual(['a.json: categories: a list is missing'])
  expect(await problemsOf('')).toEqual(['a.json:1: it ends in the middle'])
  expect(await problemsOf('{"images": [1,,2]}')).toEqual([
    'a.json:1: image at place 0: entry: must be an object',
    'a.json:1: not valid JSON: "," is not expected here',
  ])
})

test('COCO: both layouts are known by their names', () => {
  expect(detectFormat(['export/annotations/instances_default.json', 'export/images/default/a.jpg'])).toBe('coco')
  expect(detectFormat(['train/_annotations.coco.json', 'train/a.jpg'])).toBe('coco')
  expect(detectFormat(['a.jpg'])).toBe(null)
})
