import { generationEndpoints, type Generation } from '@vermilion/contract/generations'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const newSpace = (name: string) => server.call(spaceEndpoints.createSpace, { body: { name, path: name } })

function configOf(more: Partial<GenerationConfigInput> = {}): GenerationConfigInput {
  const items = [{ scene: 'kitchen', floor: 'tile', dirt: 'spill', dirtCount: 2, animal: 'cat' }]
  return { name: 'kitchen floors', width: 128, height: 96, count: 3, seed: 7, items, ...more }
}

const start = (spaceId: string, config: GenerationConfigInput) =>
  server.call(generationEndpoints.createGeneration, { params: { spaceId }, body: config })

async function waitForEnd({ id: generationId }: Generation): Promise<Generation> {
  await server.platform.jobs.settled()
  return server.call(generationEndpoints.getGeneration, { params: { generationId } })
}

const filesOf = async (spaceId: string, folder = '') =>
  (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { folder, recursive: true, limit: 500 } }))
    .items

function bitmap(): Uint8Array<ArrayBuffer> {
  const file = Buffer.alloc(58, 128)
  file.write('BM')
  file.writeUInt32LE(58, 2)
  file.writeUInt32LE(0, 6)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(1, 18)
  file.writeInt32LE(1, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  file.fill(0, 30, 54)
  return new Uint8Array(file)
}

test('R3.09 depth maps and masks lie beside the images, under the same names, and a style gives its look', async () => {
  const space = await newSpace('by-products')
  const plain = await waitForEnd(await start(space.id, configOf({ name: 'plain' })))
  const byProducts = ['depth', 'mask'] as const
  const more = await waitForEnd(await start(space.id, configOf({ name: 'more', byProducts: [...byProducts] })))
  expect(more).toMatchObject({ status: 'success', made: 3, failed: 0 })
  const contents = async (folder: string) =>
    new Map((await filesOf(space.id, folder)).map(({ path, checksum }) => [path.slice(folder.length + 1), checksum]))
  const images = [1, 2, 3].map((number) => `0000${number}`)
  const all = await contents(more.folder)
  expect([...all.keys()].toSorted()).toEqual([
    ...images.map((name) => `${name}.jpg`),
    ...byProducts.flatMap((folder) => images.map((name) => `${folder}/${name}.png`)),
  ])
  for (const [path, checksum] of await contents(plain.folder)) expect(all.get(path)).toBe(checksum)

  const depth = (await filesOf(space.id, more.folder)).find(({ path }) => path.endsWith('depth/00002.png'))!
  const styleImage = { fileId: depth.id, strength: 1 }
  const styled = await waitForEnd(await start(space.id, configOf({ name: 'styled', styleImage })))
  expect(styled).toMatchObject({ status: 'success', made: 3, failed: 0 })
  const looks = await contents(styled.folder)
  for (const [path, checksum] of await contents(plain.folder)) expect(looks.get(path)).not.toBe(checksum)
})

test.each([
  ['a text', 'notes.txt', 'no picture'],
  ['a text that calls itself a picture', 'fake.png', 'no picture'],
])('%s is no style image: the config is refused', async (_, path, text) => {
  const space = await newSpace(`style ${path}`)
  const content = new TextEncoder().encode(text)
  await upload(server, { spaceId: space.id, path }, content)
  const file = (await filesOf(space.id)).find(({ name }) => name === path)!
  await expect(start(space.id, configOf({ styleImage: { fileId: file.id, strength: 0.5 } }))).rejects.toThrow(
    'not a picture that can be read',
  )
})

test('a bitmap is a style image like any other picture', async () => {
  const space = await newSpace('bitmap style')
  await upload(server, { spaceId: space.id, path: 'look.bmp' }, bitmap())
  const [file] = await filesOf(space.id)
  const generation = await start(space.id, configOf({ styleImage: { fileId: file!.id, strength: 0.5 } }))
  expect(await waitForEnd(generation)).toMatchObject({ status: 'success', made: 3, failed: 0, error: null })
})

test('R2.29 an image that cannot show what its item says is failed, with the reason', async () => {
  const space = await newSpace('crowd')
  const crowd = {
    dirt: 'dust',
    dirtCount: 30,
    smallAnimal: 'lizard',
    smallAnimalCount: 30,
    animal: 'dog',
    animalCount: 30,
  }
  const crowded = configOf({ width: 64, height: 64, count: 1, items: [crowd] })
  const generation = await waitForEnd(await start(space.id, crowded))
  expect(generation).toMatchObject({ status: 'failed', made: 0, failed: 1 })
  const params = { generationId: generation.id }
  const { items } = await server.call(generationEndpoints.listGeneratedImages, { params, query: {} })
  expect(items).toMatchObject([
    { status: 'failed', fileId: null, error: expect.stringContaining('no place') as unknown },
  ])
  expect(await filesOf(space.id)).toEqual([])
})
