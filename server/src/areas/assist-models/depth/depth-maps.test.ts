import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { assistEndpoints } from '@vermilion/contract/assist-models/endpoints'
import { fileEndpoints, fileFilter } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { bringModel } from '../testing/bring-model.ts'
import { tinyCatalogue, tinyModels } from '../testing/tiny-models.ts'

const size = { width: 60, height: 40 }
let server: TestServer
let spaceId = ''

async function halves(): Promise<Buffer> {
  const light = { create: { width: 30, height: 40, channels: 3 as const, background: '#e0e0e0' } }
  return sharp({ create: { ...size, channels: 3, background: '#202020' } })
    .composite([{ input: light, left: 30, top: 0 }])
    .png()
    .toBuffer()
}

const put = (path: string, content: Uint8Array) =>
  server.app.files.addFile({ spaceId, path, source: Readable.from([Buffer.from(content)]) })
const order = (body: object) =>
  server.call(assistEndpoints.makeDepthMaps, {
    params: { spaceId },
    body: { selection: { folders: ['floors'] }, target: { spaceId, folder: 'depth' }, ...body },
  })
const paths = async () => {
  const query = { recursive: true }
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  return items.map(({ path }) => path).toSorted()
}

beforeAll(async () => {
  server = await startTestServer({ assistCatalogue: tinyCatalogue })
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })).id
  await put('floors/a.png', await halves())
  await put(
    'floors/deeper/b.jpg',
    await sharp(await halves())
      .jpeg()
      .toBuffer(),
  )
  await put('floors/broken.png', Buffer.from('no picture'))
  await put('floors/notes.txt', Buffer.from('no picture either'))
})
afterAll(() => server.stop())

test('R1.03 R3.09 depth maps of a folder are files that a generation takes; without a model it is said where one comes from', async () => {
  await expect(order({})).rejects.toMatchObject({ reason: 'assist-model.no-depth' })
  await bringModel(server, tinyModels.depth)
  await expect(order({ selection: {} })).rejects.toMatchObject({ reason: 'file.none-selected' })
  await expect(order({ target: { spaceId, folder: '../out' } })).rejects.toMatchObject({ reason: 'file.path-invalid' })
  await expect(order({ target: { spaceId: 'nowhere', folder: '' } })).rejects.toMatchObject({
    reason: 'space.not-found',
  })

  expect((await order({})).workId).not.toBeNull()
  await server.platform.jobs.settled()
  const maps = ['depth/floors/a.png', 'depth/floors/deeper/b.png']
  expect((await paths()).filter((path) => path.startsWith('depth/'))).toEqual(maps)
  const [map] = await server.app.files.atPaths(spaceId, [maps[0]!])
  const content = await buffer(await (await server.app.files.content(map!.id, true)).open())
  expect(await sharp(content).metadata()).toMatchObject({ ...size, channels: 1 })
  const data = await sharp(content).toColourspace('b-w').raw().toBuffer()
  const [dark, light] = [data[20 * size.width + 10]!, data[20 * size.width + 50]!]
  expect(dark).toBeLessThan(10)
  expect(light).toBeGreaterThan(245)
})

test('R1.03 maps are no pictures to make maps of; those that are there are kept where that is asked for', async () => {
  const filter = { ...fileFilter.parse({}), recursive: true }
  await order({ selection: { filter }, conflict: 'skip' })
  await server.platform.jobs.settled()
  expect((await paths()).filter((path) => path.startsWith('depth/'))).toHaveLength(2)
})

test('R1.03 depth maps never take the place of pictures: not among them, and nowhere else', async () => {
  const inSpace = { folders: ['floors'] }
  const { id: fileId } = (await server.app.files.atPaths(spaceId, ['floors/a.png']))[0]!
  for (const [folder, selection] of [
    ['', inSpace],
    ['floors', inSpace],
    ['floors', { folders: ['floors/deeper'] }],
    ['floors', { fileIds: [fileId] }],
    ['floors', { filter: { ...fileFilter.parse({}), folder: 'floors' } }],
  ] as const)
    await expect(order({ selection, target: { spaceId, folder }, conflict: 'replace' })).rejects.toMatchObject({
      reason: 'file.path-invalid',
    })

  const another = (await server.call(spaceEndpoints.createSpace, { body: { name: 'others', path: 'others' } })).id
  const target = { spaceId: another, folder: '' }
  const original = await halves()
  const source = Readable.from([original])
  const { id } = await server.app.files.addFile({ spaceId: another, path: 'floors/a.png', source })
  const bytes = async (mapId: string) => buffer(await (await server.app.files.content(mapId, true)).open())
  await order({ target, conflict: 'replace' })
  await server.platform.jobs.settled()
  expect((await bytes(id)).equals(original)).toBe(true)
  expect((await server.app.files.atPaths(another, ['floors/deeper/b.png'])).length).toBe(1)
})

test('R1.03 maps that were made here are made anew where that is asked for', async () => {
  const map = 'depth/floors/a.png'
  const checksum = async () => {
    const [file] = await server.app.files.atPaths(spaceId, [map])
    return (await server.app.files.content(file!.id, true)).tag
  }
  const previous = await checksum()
  await put(
    'floors/a.png',
    await sharp(await halves())
      .negate()
      .png()
      .toBuffer(),
  )
  await order({})
  await server.platform.jobs.settled()
  expect(await checksum()).toBe(previous)
  await order({ conflict: 'replace' })
  await server.platform.jobs.settled()
  expect(await checksum()).not.toBe(previous)
})
