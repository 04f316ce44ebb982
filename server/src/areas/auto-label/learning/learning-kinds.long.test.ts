import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { Box } from '@vermilion/contract/labels/box'
import type { Shape, ShapeOf } from '@vermilion/contract/labels/index'
import { type Mask, maskPixels } from '@vermilion/contract/labels/mask'
import { maskOfRings } from '@vermilion/contract/labels/raster'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { learn } from '../testing/learn.ts'
import { watchProcessors } from '../testing/processors.ts'
import { itemsOf, save } from '../../datasets/testing/red-dataset.ts'

const images = 400
const labeled = 40
const size = { width: 320, height: 240 }
const maxProcessorSeconds = 6 * 60

let server: TestServer
let boxes: ReadonlyMap<string, readonly { readonly name: string; readonly box: Box }[]>
let spaceId = ''
beforeAll(async () => {
  server = await startTestServer()
  await server.call(sampleEndpoints.createSample, { body: { name: 'floors', count: images, ...size, labeled: true } })
  await server.platform.jobs.settled()
  const [dataset] = (await server.call(datasetEndpoints.listDatasets, { query: {} })).items
  const names = new Map(dataset!.labels.map(({ id, name }) => [id, name]))
  spaceId = dataset!.spaces[0]!.id
  boxes = new Map(
    [...(await itemsOf(server, dataset!.id)).values()].map(({ path, shapes }) => [
      path,
      shapes.map((shape) => ({ name: names.get(shape.labelId)!, box: (shape as ShapeOf<'box'>).box })),
    ]),
  )
})
afterAll(() => server.stop())

async function datasetOf(
  labelType: LabelType,
  labels: readonly string[],
  shapesOf: (path: string, idOf: (name: string) => string) => Shape[],
) {
  const body = {
    name: labelType,
    spaceId,
    format: 'coco',
    type: 'image',
    labelType,
    labels: labels.map((name) => ({ name })),
  } as const
  const { id } = await server.call(datasetEndpoints.createDataset, { body })
  await server.platform.jobs.settled()
  const dataset = await server.call(datasetEndpoints.getDataset, { params: { datasetId: id } })
  const idOf = (name: string) => dataset.labels.find((label) => label.name === name)!.id
  const items = [...(await itemsOf(server, id)).values()]
  for (const item of items.slice(0, labeled)) await save(server, item, shapesOf(item.path, idOf), true)
  return { id, idOf }
}

const openItems = async (datasetId: string) =>
  [...(await itemsOf(server, datasetId)).values()].filter(({ status }) => status === 'to-label')

function tell(what: string, reached: number, baseline: number, processorSeconds: number): void {
  // oxlint-disable-next-line no-console -- the figures are what a reader of the run wants
  console.log(
    `${what} ${reached.toFixed(3)}, ${baseline.toFixed(3)} without learning; ${processorSeconds.toFixed(0)} s of processors`,
  )
}

test(`R1.03 R2.24 classes: ${labeled} of ${images} scenes labeled by whether an animal is there; the rest is suggested better than by the more frequent answer`, async () => {
  const classOf = (path: string) => (boxes.get(path)!.some(({ name }) => name === 'animal') ? 'animal' : 'none')
  const spent = watchProcessors(server.data)
  const { id, idOf } = await datasetOf('picture-classification', ['animal', 'none'], (path, labelIdOf) => {
    const labelId = labelIdOf(classOf(path))
    return [{ id: `class:${labelId}`, kind: 'class', labelId, source: 'manual' }]
  })
  expect(await learn(server, id)).toMatchObject({ status: 'success', labeled })
  const items = await openItems(id)
  const isRight = ({ path, shapes }: (typeof items)[number]) => {
    const best = shapes
      .filter(({ source }) => source === 'model')
      .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))[0]
    return best?.labelId === idOf(classOf(path))
  }
  const accuracy = items.filter(isRight).length / items.length
  const animals = items.filter(({ path }) => classOf(path) === 'animal').length / items.length
  const baseline = Math.max(animals, 1 - animals)
  tell('accuracy', accuracy, baseline, spent())
  expect(accuracy).toBeGreaterThan(baseline + 0.05)
  expect(spent()).toBeLessThan(maxProcessorSeconds)
})

const ringOf = ({ x, y, width, height }: Box) => [x, y, x + width, y, x + width, y + height, x, y + height]

function pixelsOf(masks: readonly (Mask | null)[]): Uint8Array {
  const all = new Uint8Array(size.width * size.height)
  for (const mask of masks) {
    if (mask === null) continue
    const inside = maskPixels(mask)
    for (let row = 0; row < mask.height; row += 1)
      for (let column = 0; column < mask.width; column += 1)
        if (inside[row * mask.width + column] === 1) all[(mask.y + row) * size.width + mask.x + column] = 1
  }
  return all
}

test(`R1.03 R2.24 regions: ${labeled} of ${images} scenes labeled by where something lies; the rest is suggested better than by calling everything something`, async () => {
  const spent = watchProcessors(server.data)
  const { id } = await datasetOf('semantic-segmentation', ['thing'], (path, idOf) =>
    boxes.get(path)!.map(({ box }, index) => {
      const rings = [ringOf(box)]
      return { id: `${index}`, kind: 'polygon', labelId: idOf('thing'), source: 'manual', polygon: { rings } }
    }),
  )
  expect(await learn(server, id)).toMatchObject({ status: 'success', labeled })
  let [both, truth, suggested, pixels] = [0, 0, 0, 0]
  for (const { path, shapes } of await openItems(id)) {
    const own = pixelsOf(boxes.get(path)!.map(({ box }) => maskOfRings([ringOf(box)], size)))
    const predicted = pixelsOf(
      shapes.flatMap((shape) => {
        if (shape.source !== 'model') return []
        return [shape.kind === 'mask' ? shape.mask : maskOfRings((shape as ShapeOf<'polygon'>).polygon.rings, size)]
      }),
    )
    for (const [at, value] of own.entries()) {
      truth += value
      suggested += predicted[at]!
      both += value & predicted[at]!
    }
    pixels += own.length
  }
  const intersection = both / (truth + suggested - both)
  const baseline = truth / pixels
  tell('IoU of pixels', intersection, baseline, spent())
  expect(intersection).toBeGreaterThan(2 * baseline)
  expect(spent()).toBeLessThan(maxProcessorSeconds)
})
