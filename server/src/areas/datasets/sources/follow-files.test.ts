import { randomBytes } from 'node:crypto'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { deletedSpaceEndpoints } from '@vermilion/contract/spaces/deleted'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOf, problemsOf } from '../../../testing/check-problems.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, picture, spaceWith } from '../testing/pictures.ts'
import { upload } from '../../../testing/upload.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const { deleteFiles, moveFiles, renameFile } = fileOperationEndpoints

const itemsOf = async (datasetId: string) =>
  (await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: { limit: 500 } })).items
const available = async (datasetId: string) =>
  (await itemsOf(datasetId)).map((item) => [item.path, item.available] as const)

async function labeled(name: string, paths: readonly string[]) {
  const space = await spaceWith(server, name, paths)
  const dataset = await datasetOf(server, space.id, { name, labels: [{ name: 'dirt' }] })
  const [first] = await itemsOf(dataset.id)
  const shape = {
    id: 's1',
    kind: 'box' as const,
    labelId: dataset.labels[0]!.id,
    box: { x: 1, y: 1, width: 9, height: 9 },
  }
  await server.call(annotationEndpoints.saveAnnotation, {
    params: { itemId: first!.id },
    body: { baseRevision: 0, complete: true, shapes: [shape] },
  })
  const annotation = async () =>
    (await server.call(annotationEndpoints.getAnnotation, { params: { itemId: first!.id } })).shapes
  return { spaceId: space.id, datasetId: dataset.id, fileId: first!.fileId, shape, annotation }
}

test('R2.37 an image whose file is deleted and restored is the same image, with its annotation', async () => {
  const { spaceId, datasetId, fileId, shape, annotation } = await labeled('back', ['a/1.png', 'a/2.png'])
  await server.call(deleteFiles, { params: { spaceId }, body: { selection: { folders: ['a'] } } })
  expect(await available(datasetId)).toEqual([
    ['a/1.png', false],
    ['a/2.png', false],
  ])
  expect(await annotation()).toMatchObject([shape])
  await upload(server, { spaceId, path: 'a/1.png' }, await picture(99))
  await server.call(trashEndpoints.restoreFiles, { params: { spaceId }, body: { fileIds: [fileId] } })
  expect(await available(datasetId)).toEqual([
    ['a/1.png', true],
    ['a/2.png', false],
  ])
  expect(await annotation()).toMatchObject([shape])
})

test('R2.37 an image whose file is moved or renamed stays, under the path that it was taken from', async () => {
  const { spaceId, datasetId, fileId } = await labeled('moved', ['1.png', '2.png'])
  const other = await spaceWith(server, 'moved to', [])
  await server.call(renameFile, { params: { spaceId }, body: { fileId, name: 'other.png' } })
  const body = { selection: { fileIds: [fileId] }, target: { spaceId: other.id, folder: 'in' } }
  await server.call(moveFiles, { params: { spaceId }, body })
  expect(await itemsOf(datasetId)).toMatchObject([
    { path: '1.png', spaceId: other.id, available: true },
    { path: '2.png', spaceId, available: true },
  ])
  const affected = (id: string) => server.call(datasetEndpoints.affectedDatasets, { params: { spaceId: id } })
  expect(await affected(other.id)).toEqual([{ id: datasetId, name: 'moved', images: 1 }])
  await server.call(spaceEndpoints.deleteSpace, { params: { spaceId } })
  expect((await itemsOf(datasetId)).map((item) => item.available)).toEqual([true, false])
})

test('R8.10 what a deleted space takes from datasets comes back with it, but for what lies in its trash', async () => {
  const { spaceId, datasetId, fileId, shape, annotation } = await labeled('returns', ['1.png', '2.png', '3.png'])
  const second = (await itemsOf(datasetId))[1]!
  await server.call(deleteFiles, { params: { spaceId }, body: { selection: { fileIds: [second.fileId] } } })
  const affected = await server.call(datasetEndpoints.affectedDatasets, { params: { spaceId } })
  expect(affected).toEqual([{ id: datasetId, name: 'returns', images: 3 }])

  const removed = await server.call(spaceEndpoints.deleteSpace, { params: { spaceId } })
  expect(removed.affectedDatasets).toEqual([{ id: datasetId, name: 'returns' }])
  expect((await itemsOf(datasetId)).map((item) => item.available)).toEqual([false, false, false])
  expect((await server.fetch(`/files/${fileId}/content`)).status).toBe(404)
  await expect(server.call(datasetEndpoints.affectedDatasets, { params: { spaceId } })).rejects.toMatchObject({
    reason: 'space.not-found',
  })

  await server.call(deletedSpaceEndpoints.restoreSpace, { params: { spaceId } })
  expect((await itemsOf(datasetId)).map((item) => item.available)).toEqual([true, false, true])
  expect(await annotation()).toMatchObject([shape])
  expect((await server.fetch(`/files/${fileId}/content`)).status).toBe(200)
})

test('R8.10 many images follow their space as a job', async () => {
  const { spaceId, datasetId } = await labeled('many', ['1.png'])
  const [item] = await itemsOf(datasetId)
  const made = Array.from({ length: 1_200 }, (_, index) => index)
  const rows = server.platform.database.query<{ datasetItems: Record<string, unknown> }>()
  const row = await rows.selectFrom('datasetItems').selectAll().where('id', '=', item!.id).executeTakeFirstOrThrow()
  for (let from = 0; from < made.length; from += 300) {
    const some = made.slice(from, from + 300)
    const values = some.map((index) => ({ ...row, id: `many${index}`, place: `z${index}`, path: `z${index}` }))
    await rows.insertInto('datasetItems').values(values).execute()
  }
  const states = async () => {
    await server.platform.jobs.settled()
    const matches = await rows.selectFrom('datasetItems').select('available').where('spaceId', '=', spaceId).execute()
    return new Map([...Map.groupBy(matches, (each) => each['available'])].map(([state, of]) => [state, of.length]))
  }
  await server.call(spaceEndpoints.deleteSpace, { params: { spaceId } })
  expect(await states()).toEqual(new Map([[0, 1_201]]))
  await server.call(deletedSpaceEndpoints.restoreSpace, { params: { spaceId } })
  expect(await states()).toEqual(new Map([[1, 1_201]]))
})

test('R3.04 a picture whose header is whole and whose end is missing is taken at once, and marked once it was decoded', async () => {
  const space = await spaceWith(server, 'cut', ['1.png'])
  const complete = await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer()
  await upload(server, { spaceId: space.id, path: '2.png' }, new Uint8Array(complete.subarray(0, complete.length / 2)))
  const { id: datasetId } = await datasetOf(server, space.id, { name: 'cut' })
  const params = { datasetId }
  await expect.poll(() => server.call(datasetEndpoints.getExamination, { params })).toEqual({ waiting: 0 })
  const sources = await server.call(datasetEndpoints.listSources, { params })
  const images = await available(datasetId)
  expect(images.filter(([, isAvailable]) => isAvailable)).toEqual([['1.png', true]])
  expect(sources).toMatchObject([{ status: 'success', taken: 1, broken: 1, present: 0 }])
  // It was decoded before or after the dataset added it.
  expect(images.slice(1)).toEqual(images.length === 1 ? [] : [['2.png', false]])
})

test('R3.05 a picture of another size in the place of an image leaves the report with the shapes that there are', async () => {
  const { spaceId, datasetId } = await labeled('another size', ['1.png'])
  const check = checkOf(server, 'report-shapes')
  await upload(server, { spaceId, path: '1.png', conflict: 'replace' }, await picture(7, 16, 300))
  await expect.poll(async () => (await itemsOf(datasetId))[0]).toMatchObject({ width: 16, height: 300 })
  expect(await problemsOf(check)).toEqual([])
  const [item] = await itemsOf(datasetId)
  await server.call(annotationEndpoints.saveAnnotation, {
    params: { itemId: item!.id },
    body: { baseRevision: item!.revision, shapes: [] },
  })
  expect(await problemsOf(check)).toEqual([])
})
