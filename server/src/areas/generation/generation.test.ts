import { generationEndpoints, type Generation } from '@vermilion/contract/generations'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const newSpace = (name: string) => server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
const get = (generationId: string) => server.call(generationEndpoints.getGeneration, { params: { generationId } })

function configOf(more: Partial<GenerationConfigInput> = {}): GenerationConfigInput {
  const items = [
    { scene: 'kitchen', floor: 'tile', dirt: 'spill', dirtCount: 2, weight: 3 },
    { floor: 'wood', animal: 'cat', smallAnimal: 'mouse', smallAnimalCount: 1 },
  ]
  return { name: 'kitchen floors', width: 128, height: 96, count: 8, seed: 7, items, ...more }
}

const start = (spaceId: string, config: GenerationConfigInput) =>
  server.call(generationEndpoints.createGeneration, { params: { spaceId }, body: config })

async function waitForEnd(generation: Generation): Promise<Generation> {
  await server.platform.jobs.settled()
  return get(generation.id)
}

const filesOf = async (spaceId: string, folder: string) =>
  (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { folder, recursive: true, limit: 500 } }))
    .items

const imagesOf = async (generationId: string) =>
  (await server.call(generationEndpoints.listGeneratedImages, { params: { generationId }, query: { limit: 500 } }))
    .items

test('R1.02 R2.29 R3.09 R4.05 images are generated as the items say, with the truth of each, and equal seeds give equal bytes', async () => {
  const space = await newSpace('floors')
  const generation = await start(space.id, configOf())
  expect(generation).toMatchObject({
    status: 'queuing',
    made: 0,
    workflowName: 'Floor scenes',
    folder: 'kitchen floors',
  })
  expect((await server.call(spaceEndpoints.getSpace, { params: { spaceId: space.id } })).status).toBe('generating')

  expect(await waitForEnd(generation)).toMatchObject({ status: 'success', made: 8, kept: 8, aside: 0, failed: 0 })
  expect((await server.call(spaceEndpoints.getSpace, { params: { spaceId: space.id } })).status).toBe('success')
  const images = await imagesOf(generation.id)
  expect(images.map(({ number, attempt, status }) => [number, attempt, status])).toEqual(
    Array.from({ length: 8 }, (_, number) => [number, 0, 'kept']),
  )
  const list = await server.call(generationEndpoints.listGenerations, { params: { spaceId: space.id }, query: {} })
  expect(list.items[0]).toMatchObject({ meanScore: null, covers: images.slice(0, 4).map(({ fileId }) => fileId) })
  const inTheMiddle = await server.call(generationEndpoints.listGeneratedImages, {
    params: { generationId: generation.id },
    query: { offset: 3, limit: 2, status: 'kept' },
  })
  expect([inTheMiddle.total, inTheMiddle.from, ...inTheMiddle.items.map(({ number }) => number)]).toEqual([8, 4, 3, 4])
  expect(images.map(({ item }) => item.scene)).toEqual([
    'kitchen',
    'kitchen',
    '',
    'kitchen',
    'kitchen',
    'kitchen',
    '',
    'kitchen',
  ])

  const again = await waitForEnd(await start(space.id, configOf()))
  expect(again.folder).toBe('kitchen floors-2')
  const contents = async (folder: string) =>
    (await filesOf(space.id, folder)).map(({ name, checksum }) => [name, checksum])
  expect(await contents(again.folder)).toEqual(await contents(generation.folder))
  const other = await waitForEnd(await start(space.id, configOf({ seed: 8 })))
  expect(await contents(other.folder)).not.toEqual(await contents(generation.folder))
})

test('R2.29 a name that no folder can have gives one that can be read again', async () => {
  const space = await newSpace('odd names')
  const odd = `/gpj/𝆺𝅥 e\u0301 ${'😴'.repeat(40)}`
  const generation = await waitForEnd(await start(space.id, configOf({ name: odd, count: 1 })))
  expect(generation).toMatchObject({ status: 'success', config: { name: odd } })
  expect(generation.folder).toBe(`-gpj-𝆺𝅥 é ${'😴'.repeat(40)}`.normalize('NFC'))
  const files = await filesOf(space.id, generation.folder)
  expect(files.map(({ path }) => path)).toContain(`${generation.folder}/00001.jpg`)
})

test('an image tells how it came to be, also as a copy, and when its generation is deleted', async () => {
  const space = await newSpace('lineage')
  const generation = await waitForEnd(await start(space.id, configOf({ count: 2 })))
  const [image] = await imagesOf(generation.id)
  const lineage = await server.call(generationEndpoints.getLineage, { params: { fileId: image!.fileId! } })
  expect(lineage).toMatchObject({
    generationId: generation.id,
    generationName: 'kitchen floors',
    number: 0,
    seed: image!.seed,
    prompt: image!.prompt,
    item: image!.item,
  })
  await server.call(generationEndpoints.deleteGeneration, {
    params: { generationId: generation.id },
    query: { images: 'true' },
  })
  await expect(get(generation.id)).rejects.toThrow('generation no longer exists')
  await server.platform.jobs.settled()
  expect(await filesOf(space.id, '')).toEqual([])
  const trash = await server.call(trashEndpoints.listTrash, { params: { spaceId: space.id }, query: {} })
  expect(trash.items).toHaveLength(2)
})

test.each([
  ['R5.06', { width: 100 }, 'Width and height must be multiples of 16'],
  ['R5.08', { items: [{}] }, 'Empty items exist'],
  ['R5.08', { items: [] }, 'Please complete the form'],
  ['R5.07', { score: { model: 'any', minimum: 60, maximum: 50 } }, 'Min value cannot exceed max value'],
  ['vocabulary', { items: [{ floor: 'lava' }] }, 'does not know “lava”'],
  ['LoRA', { loras: [{ name: 'style' }] }, 'There is no LoRA named style'],
  ['workflow', { workflow: 'none' }, 'workflow no longer exists'],
])('%s a config that cannot be made is refused before anything is written', async (_, more, words) => {
  const space = await newSpace(`refused-${words.length}-${Object.keys(more)[0]}`)
  await expect(start(space.id, configOf(more as Partial<GenerationConfigInput>))).rejects.toThrow(words)
  const list = await server.call(generationEndpoints.listGenerations, { params: { spaceId: space.id }, query: {} })
  expect(list.items).toEqual([])
})

test('R4.07 a generation is stopped: what was made stays, nothing more is made', async () => {
  const space = await newSpace('stopped')
  const generation = await start(space.id, configOf({ count: 5_000 }))
  while ((await get(generation.id)).made < 2) await new Promise((resolve) => setTimeout(resolve, 30))
  const { id: generationId, spaceId } = generation
  const work = (await server.call(workEndpoints.listWork, {})).find(({ kind }) => kind === 'generation')
  expect(work?.leadsTo).toEqual({ page: 'generation', id: generationId, spaceId })
  const params = { generationId }
  const stopped = await server.call(generationEndpoints.stopGeneration, { params })
  expect(stopped.status).toBe('stopped')
  expect((await filesOf(space.id, '')).length).toBe(stopped.made)
  expect((await imagesOf(generation.id)).length).toBe(stopped.made)
  expect((await server.call(spaceEndpoints.getSpace, { params: { spaceId } })).status).toBe('normal')
  await expect(server.call(generationEndpoints.stopGeneration, { params })).rejects.toThrow('already ended')
})

test('presets are kept for everybody, under names of their own', async () => {
  const preset = await server.call(generationEndpoints.createPreset, { body: { name: 'floors', config: configOf() } })
  await expect(
    server.call(generationEndpoints.createPreset, { body: { name: 'floors', config: configOf() } }),
  ).rejects.toThrow('A preset named floors already exists')
  const params = { presetId: preset.id }
  await server.call(generationEndpoints.replacePreset, {
    params,
    body: { name: 'tiles', config: configOf({ count: 3 }) },
  })
  expect(await server.call(generationEndpoints.listPresets, {})).toMatchObject([
    { name: 'tiles', config: { count: 3 } },
  ])
  await server.call(generationEndpoints.deletePreset, { params })
  await expect(server.call(generationEndpoints.deletePreset, { params })).rejects.toThrow('preset no longer exists')
})
