import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { type GeneratedImage, type Generation, generationEndpoints } from '@vermilion/contract/generations'
import { generationConfig, type GenerationConfig, type SceneItem } from '@vermilion/contract/generations/config'
import { countByItem, imageSeed } from '@vermilion/contract/generations/plan'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { colourfulPicture } from '../../data-evaluation/testing/pictures.ts'
import { anyConfig } from './any-config.ts'

interface Plan {
  readonly configs: number
  readonly time: number
}

let server: TestServer
let spaceId = ''
let styleFileIds: string[] = []

export function testPromisedImages({ configs, time }: Plan): void {
  beforeAll(async () => {
    server = await startTestServer()
    spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'any', path: 'any' } })).id
    await upload(server, { spaceId, path: 'style.png' }, new Uint8Array(await colourfulPicture(64)))
    styleFileIds = (await filesOf('')).map(({ id }) => id)
  })
  afterAll(() => server.stop())

  test(
    'R1.02 R2.29 R3.09 any valid config gives exactly the images it promises; equal seeds give equal bytes',
    { timeout: time + 240_000 },
    async ({ annotate }) => {
      const seed = Date.now() % 0x7fff_ffff
      const end = performance.now() + time
      let tried = 0
      const property = fc.asyncProperty(anyConfig(styleFileIds), async (input) => {
        if (tried > 0 && performance.now() > end) return
        tried += 1
        // As transmitted: JSON has no negative zero.
        const config = generationConfig.parse(JSON.parse(JSON.stringify(input)))
        const first = await generate(config)
        await expectPromised(first)
        await expectTruth(first)
        expect(await contentsOf(await generate(config))).toEqual(await contentsOf(first))
      })
      await fc.assert(property, { seed, numRuns: configs, endOnFailure: true })
      await annotate(`${tried} configs, seed ${seed}`)
    },
  )
}

const filesOf = async (folder: string) =>
  (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { folder, recursive: true, limit: 500 } }))
    .items

const imagesOf = async ({ id: generationId }: Generation): Promise<GeneratedImage[]> =>
  (await server.call(generationEndpoints.listGeneratedImages, { params: { generationId }, query: { limit: 500 } }))
    .items

async function contentsOf({ folder }: Generation): Promise<string[]> {
  const files = await filesOf(folder)
  return files.map(({ path, checksum }) => `${path.slice(folder.length + 1)} ${checksum}`).toSorted()
}

async function generate(config: GenerationConfig): Promise<Generation> {
  const promised = await server.call(generationEndpoints.createGeneration, { params: { spaceId }, body: config })
  expect(promised).toMatchObject({ config, status: 'queuing', made: 0 })
  await server.platform.jobs.settled()
  const params = { generationId: promised.id }
  const generation = await server.call(generationEndpoints.getGeneration, { params })
  expect(generation).toMatchObject({ status: 'success', error: null, failed: 0 })
  return generation
}

async function expectPromised(generation: Generation): Promise<void> {
  const { config, folder } = generation
  const images = await imagesOf(generation)
  const numbers = Map.groupBy(images, ({ number }) => number)
  expect([...numbers.keys()]).toEqual(Array.from({ length: config.count }, (_, number) => number))
  for (const attempts of numbers.values()) {
    expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, index) => index))
    const outside = attempts.filter(({ status }) => status === 'aside')
    const most = config.score === null ? 0 : config.score.repeats + 1
    expect(outside.length).toBe(attempts.at(-1)?.status === 'kept' ? attempts.length - 1 : most)
  }
  const firsts = images.filter(({ attempt }) => attempt === 0)
  const byItem = config.items.map((item) => firsts.filter((image) => isSame(image.item, item)).length)
  const promises = countByItem(config.items, config.count)
  for (const [index, item] of config.items.entries()) {
    const equals = promises.filter((_, other) => isSame(config.items[other]!, item))
    expect(byItem[index]).toBe(equals.reduce((sum, count) => sum + count, 0))
  }
  const aside = images.filter(({ status }) => status === 'aside').length
  expect(generation).toMatchObject({ made: images.length, kept: images.length - aside, aside })
  const pictures = (await filesOf(folder)).filter(({ path }) => path.endsWith('.jpg'))
  expect(pictures.map(({ path }) => path).toSorted()).toEqual(images.map(({ path }) => path).toSorted())
  expect(pictures.every(({ width, height }) => width === config.width && height === config.height)).toBe(true)
  expect((await filesOf(folder)).length).toBe(images.length * (1 + config.byProducts.length))

  for (const { fileId, number, attempt, item } of images) {
    const lineage = await server.call(generationEndpoints.getLineage, { params: { fileId: fileId! } })
    const seed = imageSeed(config.seed, number, attempt)
    expect(lineage).toMatchObject({ generationId: generation.id, number, attempt, item, seed, loras: [] })
  }
}

const isSame = (one: SceneItem, other: SceneItem) => JSON.stringify(one) === JSON.stringify(other)

async function expectTruth(generation: Generation): Promise<void> {
  const name = generation.id
  const { folder } = generation
  const about = { format: 'coco', type: 'image', labelType: 'semantic-segmentation', spaceId, folder } as const
  const body = { name, ...about, withTruth: true }
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, { body })
  await server.platform.jobs.settled()
  const { labels } = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
  const labelNames = new Map(labels.map((label) => [label.id, label.name]))
  const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: { limit: 500 } })
  const itemIds = new Map(items.map(({ path, id }) => [path, id]))
  for (const { path, item } of await imagesOf(generation)) {
    const itemId = itemIds.get(path!)!
    const { shapes } = await server.call(annotationEndpoints.getAnnotation, { params: { itemId } })
    const names = shapes.map(({ labelId }) => labelNames.get(labelId) ?? '')
    expect(names.toSorted(), path!).toEqual(labelsOf(item))
  }
}

function labelsOf(item: SceneItem): string[] {
  const several = (label: string, word: string, count: number) =>
    Array.from({ length: word === '' ? 0 : count }, () => label)
  return [
    ...several('animal', item.animal, item.animalCount),
    ...several('dirt', item.dirt, item.dirtCount),
    ...several('small-animal', item.smallAnimal, item.smallAnimalCount),
  ]
}
