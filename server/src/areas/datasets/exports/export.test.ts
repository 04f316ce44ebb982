import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetSource } from '@vermilion/contract/datasets/sources'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints, type fileSelection } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { datasetOf, picture, spaceWith } from '../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const itemsOf = async (datasetId: string) =>
  (await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: { limit: 500 } })).items
const filesOf = async (spaceId: string) =>
  (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { recursive: 'true', limit: 500 } })).items

async function exported(datasetId: string, spaceId: string, selection: z.input<typeof fileSelection>) {
  const { id } = await server.call(datasetEndpoints.addImages, { params: { datasetId }, body: { spaceId, selection } })
  return waitForEnd(datasetId, id)
}

async function waitForEnd(datasetId: string, sourceId: string): Promise<DatasetSource> {
  for (let tries = 0; tries < 500; tries += 1) {
    const sources = await server.call(datasetEndpoints.listSources, { params: { datasetId } })
    const source = sources.find(({ id }) => id === sourceId)
    if (source !== undefined && source.status !== 'collecting') return source
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the export did not end')
}

test('R2.29 a selection becomes a dataset: files, folders and all but some, each once, counted by what they are', async () => {
  const space = await spaceWith(server, 'chosen', ['a/1.png', 'a/b/2.png', 'c/3.png', '4.png'])
  await upload(server, { spaceId: space.id, path: 'c/notes.txt' }, new TextEncoder().encode('notes'))
  await upload(server, { spaceId: space.id, path: 'c/torn.png' }, new Uint8Array([137, 80, 78, 71, 1, 2, 3]))
  const files = new Map((await filesOf(space.id)).map((file) => [file.path, file]))
  const idOf = (path: string) => files.get(path)?.id ?? ''
  const selection = { fileIds: [idOf('a/1.png'), idOf('c/3.png')], folders: ['a', 'a/b', 'c'] }
  const { id } = await datasetOf(server, space.id, { name: 'chosen', selection })
  expect((await itemsOf(id)).map(({ path }) => path)).toEqual(['a/1.png', 'a/b/2.png', 'c/3.png'])
  const [source] = await server.call(datasetEndpoints.listSources, { params: { datasetId: id } })
  expect(source).toMatchObject({
    status: 'success',
    taken: 3,
    present: 0,
    notPictures: 1,
    broken: 1,
    spaceName: 'chosen',
  })

  const rest = await exported(id, space.id, { filter: { recursive: true }, except: [idOf('c/notes.txt')] })
  expect(rest).toMatchObject({ taken: 1, present: 3, notPictures: 0, broken: 1 })
  const first = (await itemsOf(id)).find(({ path }) => path === '4.png')
  expect(first).toMatchObject({ fileId: idOf('4.png'), spaceId: space.id, available: true })
})

test('R2.29 exported twice adds nothing, and what is labeled stays', async () => {
  const space = await spaceWith(server, 'twice', ['1.png', '2.png'])
  const dataset = await datasetOf(server, space.id, { name: 'twice', labels: [{ name: 'dirt' }] })
  const [item] = await itemsOf(dataset.id)
  const box = { kind: 'box' as const, box: { x: 1, y: 1, width: 5, height: 5 } }
  const shapes = [{ id: 's', labelId: dataset.labels[0]!.id, source: 'manual' as const, ...box }]
  const body = { baseRevision: 0, shapes, complete: true } as never
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: item!.id }, body })
  const previous = await itemsOf(dataset.id)
  const again = await exported(dataset.id, space.id, { filter: { recursive: true } })
  expect(again).toMatchObject({ status: 'success', taken: 0, present: 2 })
  expect(await itemsOf(dataset.id)).toEqual(previous)
  const now = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  expect(now).toMatchObject({ fileCount: 2, labeledCount: 1, annotationCount: 1, status: 'success' })
})

test('R2.29 R8.10 a dataset takes images of several spaces, by paths of its own, and loses only those of a deleted one', async () => {
  const garden = await spaceWith(server, 'garden', ['1.png', '2.png'])
  const { id } = await datasetOf(server, garden.id, { name: 'both' })
  const attic = await server.call(spaceEndpoints.createSpace, { body: { name: 'attic/old', path: 'attic' } })
  await upload(server, { spaceId: attic.id, path: '1.png' }, await picture(77))
  await upload(server, { spaceId: attic.id, path: '3.png' }, await picture(78))
  expect(await exported(id, attic.id, { filter: { recursive: true } })).toMatchObject({ taken: 2, present: 0 })
  const items = await itemsOf(id)
  expect(items.map(({ path }) => path)).toEqual(['1.png', '2.png', '3.png', 'attic-old/1.png'])
  const dataset = await server.call(datasetEndpoints.getDataset, { params: { datasetId: id } })
  expect(dataset.spaces).toEqual([
    { id: garden.id, name: 'garden' },
    { id: attic.id, name: 'attic/old' },
  ])
  const ofAttic = await server.call(datasetEndpoints.listDatasets, { query: { space: attic.id } })
  expect(ofAttic.items.map(({ name }) => name)).toEqual(['both'])

  const { affectedDatasets } = await server.call(spaceEndpoints.deleteSpace, { params: { spaceId: attic.id } })
  expect(affectedDatasets).toEqual([{ id, name: 'both' }])
  const left = await itemsOf(id)
  expect(left.map(({ available }) => available)).toEqual([true, true, false, false])
})

test('R2.29 a file that was deleted and brought again is the same image, with its annotation', async () => {
  const space = await spaceWith(server, 'again', ['1.png', '2.png'])
  const { id } = await datasetOf(server, space.id, { name: 'again' })
  const [file] = await filesOf(space.id)
  await server.call(fileOperationEndpoints.deleteFiles, {
    params: { spaceId: space.id },
    body: { selection: { fileIds: [file!.id] } },
  })
  expect((await itemsOf(id)).map(({ available }) => available)).toEqual([false, true])
  await upload(server, { spaceId: space.id, path: '1.png' }, await picture(1))
  expect(await exported(id, space.id, { filter: { recursive: true } })).toMatchObject({ taken: 1, present: 1 })
  expect((await itemsOf(id)).map(({ path, available }) => [path, available])).toEqual([
    ['1.png', true],
    ['2.png', true],
  ])
})

test('R8.08 an export of nothing, into nothing, or of a space that is gone is refused', async () => {
  const space = await spaceWith(server, 'nothing', ['1.png'])
  const { id } = await datasetOf(server, space.id, { name: 'nothing' })
  const all = { filter: { recursive: true } }
  const empty = { reason: 'dataset.empty' }
  await expect(exported(id, space.id, {})).rejects.toMatchObject(empty)
  await expect(exported(id, space.id, { folders: ['none'] })).rejects.toMatchObject(empty)
  await expect(exported('none', space.id, all)).rejects.toMatchObject({ reason: 'dataset.not-found' })
  await expect(exported(id, 'none', all)).rejects.toMatchObject({ reason: 'space.not-found' })
})
