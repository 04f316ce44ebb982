import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import { deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import { imageSearchEndpoints } from '@vermilion/contract/image-search'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { serviceEndpoints } from '@vermilion/contract/services'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clockOf } from '#platform/clock'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, testPassword, type TestServer } from '../../../testing/start-server.ts'
import { startFake } from '../../settings/testing/fake-service.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'

const { listDatasets, getDataset, deleteDataset, listItems, getItem, updateDataset } = datasetEndpoints
const { getDatasetWork, listDeletedDatasets, restoreDataset, purgeDataset } = deletedDatasetEndpoints
const day = 24 * 3_600_000

let data = ''
let server: TestServer
let now = Date.now()
let ann = {}
const start = () => startTestServer({ data, clock: clockOf(() => now) })
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-dataset-trash-'))
  server = await start()
  const body = { username: 'Ann', password: testPassword }
  await server.call(peopleEndpoints.createPerson, { body })
  const { token } = await server.call(accountEndpoints.login, { body }, { authorization: '' })
  ann = { authorization: `Bearer ${token}` }
})
afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true })
})

/** Restarts later; the daily jobs run then. */
async function startAfter(days: number): Promise<void> {
  await server.stop()
  now += days * day
  server = await start()
  await server.platform.jobs.settled()
}

const itemsOf = async (datasetId: string) => (await server.call(listItems, { params: { datasetId }, query: {} })).items
const remove = (datasetId: string) => server.call(deleteDataset, { params: { datasetId } })
const trash = async () => (await server.call(listDeletedDatasets, { query: {} })).items
const shapeOf = ({ labels }: Dataset) =>
  ({
    id: 's',
    kind: 'box',
    labelId: labels[0]!.id,
    source: 'manual',
    box: { x: 1, y: 1, width: 9, height: 9 },
  }) as const

async function annsDataset(name: string) {
  const space = await spaceWith(server, name, ['1.png', '2.png', '3.png'])
  const dataset = await datasetOf(server, space.id, { name, labels: [{ name: `${name}-dirt` }] })
  const params = { datasetId: dataset.id }
  await server.call(updateDataset, { params, body: { assignee: 'Ann' } })
  const items = await itemsOf(dataset.id)
  for (const { id: itemId } of items.slice(0, 2)) {
    const body = { baseRevision: 0, complete: true, shapes: [shapeOf(dataset)] }
    await server.call(annotationEndpoints.saveAnnotation, { params: { itemId }, body }, ann)
  }
  const version = await server.call(datasetEndpoints.createVersion, { params, body: { name: 'first' } })
  await server.platform.jobs.settled()
  return { params, dataset, items, spaceId: space.id, versionId: version.id, shape: shapeOf(dataset) }
}

test('a deleted dataset says whose work it is, is in nobody’s reach, and comes back with all that it held', async () => {
  const { params, dataset, items, spaceId, versionId, shape } = await annsDataset('floor')
  const query = { search: 'floor-dirt' }
  const countMatches = async () =>
    (await server.call(imageSearchEndpoints.searchImages, { query: { words: 'label:floor-dirt' } })).items.length
  const work = { fileCount: 3, labeledCount: 2, annotationCount: 2, versions: 1, annotatorCount: 1 }
  const annotators = [{ annotator: 'Ann', images: 2, labels: 2 }]
  expect(await server.call(getDatasetWork, { params })).toEqual({ ...work, annotators })
  const made = await server.call(datasetExportEndpoints.createExport, { params, body: { format: 'coco' } as never })
  await server.platform.jobs.settled()
  expect(await countMatches()).toBe(2)
  const previous = await server.call(getDataset, { params })

  await remove(dataset.id)
  expect(await trash()).toEqual([
    {
      id: dataset.id,
      name: 'floor',
      labelType: 'target-detection',
      ...work,
      annotators,
      covers: items.map(({ fileId }) => fileId),
      deletedAt: new Date(now).toISOString(),
      deletedBy: 'admin',
      purgedAt: new Date(now + 30 * day).toISOString(),
    },
  ])
  const itemId = items[0]!.id
  const { call } = server
  const refused = [
    await reasonOf(call(getDataset, { params })),
    await reasonOf(call(getDatasetWork, { params })),
    await reasonOf(call(listItems, { params, query: {} })),
    await reasonOf(call(datasetEndpoints.datasetReport, { params })),
    await reasonOf(call(datasetEndpoints.startTraining, { params, body: { name: 't', image: 'starter' } })),
    await reasonOf(call(datasetImportEndpoints.listImports, { params })),
    await reasonOf(call(datasetExportEndpoints.createExport, { params, body: { format: 'coco' } as never })),
    await reasonOf(call(autoLabelEndpoints.listAutoLabels, { params, query: {} })),
    await reasonOf(remove(dataset.id)),
    await reasonOf(call(getItem, { params: { itemId }, query: {} })),
    await reasonOf(call(annotationEndpoints.getAnnotation, { params: { itemId } })),
    await reasonOf(
      call(annotationEndpoints.saveAnnotation, { params: { itemId }, body: { baseRevision: 1, shapes: [] } }),
    ),
    await reasonOf(call(datasetEndpoints.getVersion, { params: { versionId } })),
    await reasonOf(call(datasetExportEndpoints.getExport, { params: { exportId: made.id } })),
  ]
  expect(refused).toEqual([
    ...Array.from({ length: 4 }, () => 'dataset.not-found'),
    expect.stringMatching(/not-found/),
    ...Array.from({ length: 4 }, () => 'dataset.not-found'),
    ...Array.from({ length: 3 }, () => 'item.not-found'),
    'version.not-found',
    'dataset.export-not-found',
  ])
  expect((await call(listDatasets, { query: {} })).items).toEqual([])
  expect((await call(listDatasets, { query })).items).toEqual([])
  expect(await call(assignmentEndpoints.listAssignments, {}, ann)).toEqual({ toLabel: 0, toReview: 0, datasets: [] })
  expect(await call(datasetEndpoints.affectedDatasets, { params: { spaceId } })).toEqual([])
  expect(await countMatches()).toBe(0)
  const { items: entries } = await call(auditEndpoints.listAuditEntries, { query: { search: 'floor' } })
  const about = entries.find(({ action }) => action === 'DELETE /datasets/:datasetId')?.subjects ?? []
  expect(about).toMatchObject([{ kind: 'dataset', name: 'floor', isThere: false }])

  // Its files are still followed, and its name is free.
  await call(fileOperationEndpoints.deleteFiles, {
    params: { spaceId },
    body: { selection: { filter: { search: '3.png' } } },
  })
  await datasetOf(server, spaceId, { name: 'floor' })
  await datasetOf(server, spaceId, { name: 'floor (2)' })
  const restored = await call(restoreDataset, { params })
  expect({ ...restored, updatedAt: '' }).toEqual({ ...previous, name: 'floor (3)', updatedAt: '' })
  expect((await itemsOf(dataset.id)).map(({ available }) => available)).toEqual([true, true, false])
  expect(await call(annotationEndpoints.getAnnotation, { params: { itemId } })).toMatchObject({ shapes: [shape] })
  expect((await call(datasetEndpoints.listVersions, { params, query: {} })).total).toBe(1)
  expect(await trash()).toEqual([])
  expect(await reasonOf(call(restoreDataset, { params }))).toBe('dataset.not-found')
})

test('what runs on a dataset is stopped before it goes, and the dataset is usable when it is back', async () => {
  const space = await spaceWith(server, 'running', ['1.png', '2.png'])
  const dataset = await datasetOf(server, space.id, { name: 'running', labels: [{ name: 'dirt' }] })
  const silent = await startFake(() => ({}))
  const settings = { url: `${silent.address}/v1`, model: 'eyes', vision: true }
  const service = await server.call(serviceEndpoints.createService, {
    body: { kind: 'chat', name: 'Silent', settings },
  })
  const params = { datasetId: dataset.id }
  const body = { labeller: `chat:${service.id}`, prompt: 'dirt' }
  const { id: runId } = await server.call(autoLabelEndpoints.startAutoLabel, { params, body })
  await vi.waitFor(() => expect(silent.asked.length).toBeGreaterThan(0), 30_000)

  await remove(dataset.id)
  await vi.waitFor(() => expect(silent.givenUp.count).toBe(silent.asked.length), 30_000)
  expect(await reasonOf(server.call(autoLabelEndpoints.getAutoLabel, { params: { runId } }))).toBe(
    'auto-label.not-found',
  )
  expect((await server.call(workEndpoints.listWork, {})).filter(({ kind }) => kind === 'auto-label')).toEqual([])
  await server.platform.jobs.settled()
  expect(await server.call(restoreDataset, { params })).toMatchObject({ status: 'success', displayState: 'to-label' })
  const run = await server.call(autoLabelEndpoints.getAutoLabel, { params: { runId } })
  expect(run).toMatchObject({ status: 'stopped', done: 0 })
  await silent.stop()
})

test('it goes for good after 30 days or when somebody says so; files stay, and nothing is left of it', async () => {
  const old = await annsDataset('old')
  const young = await annsDataset('young')
  await remove(old.dataset.id)
  await startAfter(20)
  await remove(young.dataset.id)
  await startAfter(11)
  expect((await trash()).map(({ name }) => name)).toEqual(['young'])
  await server.call(purgeDataset, { params: young.params })
  expect(await trash()).toEqual([])
  expect(await reasonOf(server.call(restoreDataset, { params: young.params }))).toBe('dataset.not-found')
  expect(await reasonOf(server.call(purgeDataset, { params: young.params }))).toBe('dataset.not-found')
  await server.platform.jobs.settled()
  const query = server.platform.database.query<Record<string, { datasetId: string; id: string }>>()
  for (const table of ['datasetItems', 'datasetVersions', 'datasetCounts', 'datasetLabels', 'notices']) {
    const left = query
      .selectFrom(table)
      .select('datasetId')
      .where('datasetId', 'in', [old.dataset.id, young.dataset.id])
    expect(await left.execute(), table).toEqual([])
  }
  for (const { spaceId } of [old, young])
    expect(await server.call(spaceEndpoints.getSpace, { params: { spaceId } })).toMatchObject({ fileCount: 3 })
  for (const check of server.platform.checks.all())
    if (/dataset|item|label|report/.test(check.id)) expect((await check.examine()).words, check.id).toEqual([])
})

test('deleted files of all data spaces are one list', async () => {
  const one = await spaceWith(server, 'one', ['a.png'])
  const two = await spaceWith(server, 'two', ['b.png'])
  for (const { id: spaceId } of [one, two]) {
    const body = { selection: { filter: {} } }
    await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body })
    now += 1_000
  }
  const { items } = await server.call(trashEndpoints.listAllTrash, { query: { limit: 2 } })
  expect(items).toMatchObject([
    { path: 'b.png', spaceName: 'two', deletedBy: 'admin' },
    { path: 'a.png', spaceName: 'one' },
  ])
  await server.call(spaceEndpoints.deleteSpace, { params: { spaceId: two.id } })
  const left = await server.call(trashEndpoints.listAllTrash, { query: {} })
  expect(left.items.map(({ spaceName }) => spaceName)).not.toContain('two')
})
