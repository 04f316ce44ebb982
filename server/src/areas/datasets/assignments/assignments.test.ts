import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import { itemChangeEndpoints, type ItemChange } from '@vermilion/contract/datasets/changes'
import type { ItemFilter, ItemSelection } from '@vermilion/contract/datasets/items'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, testPassword, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'

const { listDatasets, getDataset, updateDataset, duplicateDataset, listItems, countItems, reviewItem } =
  datasetEndpoints

let server: TestServer
let dataset: Dataset
const paths = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png']
const headers: Record<string, { authorization: string }> = {}

beforeAll(async () => {
  server = await startTestServer()
  const space = await spaceWith(server, 'floor', paths)
  dataset = await datasetOf(server, space.id, { labels: [{ name: 'dirt' }] })
  for (const username of ['Ann', 'Bob', 'Cleo']) {
    const body = { username, password: testPassword }
    await server.call(peopleEndpoints.createPerson, { body })
    const { token } = await server.call(accountEndpoints.login, { body }, { authorization: '' })
    headers[username] = { authorization: `Bearer ${token}` }
  }
})
afterAll(() => server.stop())

const find = async (query: ItemFilter = {}) => {
  const params = { datasetId: dataset.id }
  const { items } = await server.call(listItems, { params, query })
  expect((await server.call(countItems, { params, query })).items).toBe(items.length)
  return items
}
const names = async (query: ItemFilter) => (await find(query)).map(({ path }) => path)
const assignDataset = (body: { assignee?: string | null; assignedReviewer?: string | null }) =>
  server.call(updateDataset, { params: { datasetId: dataset.id }, body })
const change = (selection: ItemSelection, itemChange: ItemChange) =>
  server.call(itemChangeEndpoints.changeItems, {
    params: { datasetId: dataset.id },
    body: { selection, change: itemChange },
  })
const waiting = async (username: string) => {
  const { datasets, ...sum } = await server.call(assignmentEndpoints.listAssignments, {}, headers[username])
  expect(datasets.map(({ id }) => id)).toEqual(sum.toLabel + sum.toReview > 0 ? [dataset.id] : [])
  return sum
}
const label = async (path: string, username: string, complete = true) => {
  const [item] = await find({ search: path })
  const params = { itemId: item!.id }
  const box = { x: 1 + item!.revision, y: 1, width: 5, height: 5 }
  const shape = { id: 'a', kind: 'box', labelId: dataset.labels[0]!.id, source: 'manual', box } as const
  const body = { baseRevision: item!.revision, shapes: [shape], complete }
  return server.call(annotationEndpoints.saveAnnotation, { params, body }, headers[username])
}
const review = async (path: string, decision: 'accept' | 'reject', note = '', revision?: number) => {
  const [item] = await find({ search: path })
  const body = { decision, note, revision: revision ?? item!.revision }
  return server.call(reviewItem, { params: { itemId: item!.id }, body }, headers['Bob'])
}

test('images follow the assignment of their dataset unless they have their own, in lists, filters and counts', async () => {
  expect(await waiting('Ann')).toEqual({ toLabel: 0, toReview: 0 })
  expect(await assignDataset({ assignee: 'ann', assignedReviewer: 'BOB' })).toMatchObject({
    assignee: 'Ann',
    assignedReviewer: 'Bob',
  })
  expect(await names({ assignee: 'Ann' })).toEqual(paths)
  expect(await waiting('Ann')).toEqual({ toLabel: 6, toReview: 0 })

  const [, , three, four] = await find()
  const own = { itemIds: [three!.id, four!.id] }
  const done = await change(own, { assign: { assignees: ['cleo'], assignedReviewer: 'Ann' } })
  expect(done).toMatchObject({ items: 2, skipped: 0 })
  expect(await names({ assignee: 'Cleo', assignedReviewer: 'Ann' })).toEqual(['3.png', '4.png'])
  expect(await names({ assignee: 'Ann' })).toEqual(['1.png', '2.png', '5.png', '6.png'])
  expect([await waiting('Ann'), await waiting('Cleo')]).toEqual([
    { toLabel: 4, toReview: 0 },
    { toLabel: 2, toReview: 0 },
  ])
  await assignDataset({ assignee: 'Cleo' })
  expect(await names({ assignee: 'Cleo' })).toEqual(paths)
  expect([await waiting('Ann'), await waiting('Cleo')]).toEqual([
    { toLabel: 0, toReview: 0 },
    { toLabel: 6, toReview: 0 },
  ])
  await assignDataset({ assignee: 'Ann' })

  const again = await server.call(itemChangeEndpoints.undoItemChange, { params: { undoId: done.undoId! } })
  expect(again).toMatchObject({ items: 2, skipped: 0 })
  expect(await names({ assignee: 'Ann', assignedReviewer: 'Bob' })).toEqual(paths)
})

test('over all that a filter finds, several get as many images each, and none gives them back to the dataset', async () => {
  const all = { filter: {}, except: [] }
  await change(all, { assign: { assignees: ['Ann', 'Bob', 'Cleo'] } })
  for (const username of ['Ann', 'Bob', 'Cleo']) expect(await names({ assignee: username })).toHaveLength(2)
  expect(await names({ assignee: 'Bob' })).toEqual(['2.png', '5.png'])
  await change({ filter: { assignee: 'Bob' }, except: [] }, { assign: { assignees: ['Cleo'] } })
  expect(await names({ assignee: 'Cleo' })).toEqual(['2.png', '3.png', '5.png', '6.png'])
  await change(all, { assign: { assignees: [], assignedReviewer: null } })
  expect((await find()).every(({ assignee }) => assignee === null)).toBe(true)
  expect(await waiting('Ann')).toEqual({ toLabel: 6, toReview: 0 })
  expect(await reasonOf(change(all, { assign: { assignees: ['Ann', 'nobody'] } }))).toBe('account.not-found')
  expect(await reasonOf(change(all, { assign: {} }))).toBe('request.invalid')
})

test('R4.12 what is labeled waits for its reviewer, who accepts it or sends it back; once changed it waits again', async () => {
  await label('1.png', 'Ann')
  await label('2.png', 'Ann')
  expect([await waiting('Ann'), await waiting('Bob')]).toEqual([
    { toLabel: 4, toReview: 0 },
    { toLabel: 0, toReview: 2 },
  ])
  expect(await names({ assignedReviewer: 'Bob', status: ['labeled'] })).toEqual(['1.png', '2.png'])
  expect(await review('1.png', 'accept')).toMatchObject({ status: 'reviewed', reviewer: 'Bob' })
  expect(await review('2.png', 'reject', 'too small')).toMatchObject({ status: 'rejected', note: 'too small' })
  expect([await waiting('Ann'), await waiting('Bob')]).toEqual([
    { toLabel: 5, toReview: 0 },
    { toLabel: 0, toReview: 0 },
  ])
  expect(await names({ assignee: 'Ann', status: ['to-label', 'rejected'] })).toEqual(paths.slice(1))

  const reopened = await label('1.png', 'Ann', false)
  expect(reopened.item).toMatchObject({ status: 'labeled', reviewer: 'Bob', annotator: 'Ann' })
  expect(await waiting('Bob')).toEqual({ toLabel: 0, toReview: 1 })
  const saved = await label('1.png', 'Ann')
  expect(await reasonOf(review('1.png', 'accept', '', saved.revision - 1))).toBe('annotation.conflict')
  const both = await Promise.allSettled([review('1.png', 'accept', '', saved.revision), label('1.png', 'Ann')])
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
  const [first] = await find({ search: '1.png' })
  expect(first!.status).toBe(first!.revision === saved.revision ? 'reviewed' : 'labeled')
  if (first!.status === 'labeled') await review('1.png', 'accept')
  expect(await waiting('Bob')).toEqual({ toLabel: 0, toReview: 0 })
})

test('datasets are listed by whom they or their images are assigned to, with what waits for whoever asks', async () => {
  const list = async (query: object, username = 'Ann') =>
    (await server.call(listDatasets, { query }, headers[username])).items
  const ids = async (query: object) => (await list(query)).map(({ id }) => id)
  const copy = await server.call(duplicateDataset, { params: { datasetId: dataset.id }, body: { name: 'copy' } })
  await server.platform.jobs.settled()
  expect(copy).toMatchObject({ assignee: null, assignedReviewer: null })
  expect(await ids({ assignee: 'Ann' })).toEqual([dataset.id])
  expect(await ids({ assignee: 'Cleo' })).toEqual([])
  const [six] = await find({ search: '6.png' })
  await change({ itemIds: [six!.id] }, { assign: { assignees: ['Cleo'] } })
  expect(await ids({ assignee: 'Cleo' })).toEqual([dataset.id])
  expect(await ids({ assignee: 'Cleo', waiting: 'true' })).toEqual([dataset.id])
  expect(await ids({ assignedReviewer: 'Bob' })).toEqual([dataset.id])
  expect(await ids({ assignedReviewer: 'Bob', waiting: 'true' })).toEqual([])
  await label('6.png', 'Cleo')
  expect(await ids({ assignee: 'Cleo', waiting: 'true' })).toEqual([])
  expect(await ids({ assignedReviewer: 'Bob', waiting: 'true' })).toEqual([dataset.id])
  const [other, first] = await list({ contents: 'true', sort: '-createdAt' }, 'Bob')
  expect(other).toMatchObject({ id: copy.id, waiting: { toLabel: 0, toReview: 0 } })
  expect(first).toMatchObject({ id: dataset.id, waiting: { toLabel: 0, toReview: 1 } })
})

test('an account that is disabled or gone is still told, and blocks nothing; who assigned what is in the audit log', async () => {
  const people = (await server.call(peopleEndpoints.listPeople, { query: {} })).items
  const accountId = people.find(({ username }) => username === 'Ann')!.id
  await server.call(peopleEndpoints.disablePerson, { params: { accountId } })
  expect(await reasonOf(change({ filter: {}, except: [] }, { assign: { assignees: ['ann'] } }))).toBe(
    'account.disabled',
  )
  expect(await reasonOf(assignDataset({ assignedReviewer: 'Ann' }))).toBe('account.disabled')
  expect(await assignDataset({ assignee: 'Ann', assignedReviewer: 'Cleo' })).toMatchObject({ assignee: 'Ann' })
  await server.platform.database.transaction(async () => {
    const query = server.platform.database.query<{ accounts: { id: string } }>()
    await query.deleteFrom('accounts').where('id', '=', accountId).execute()
  })
  expect(await reasonOf(assignDataset({ assignee: 'Ann' }))).toBeUndefined()
  expect(await names({ assignee: 'Ann' })).toEqual(paths.slice(0, 5))
  await label('3.png', 'Cleo')
  expect(await assignDataset({ assignee: null })).toMatchObject({ assignee: null, assignedReviewer: 'Cleo' })
  expect((await server.call(getDataset, { params: { datasetId: dataset.id } })).assignee).toBeNull()

  const { items } = await server.call(auditEndpoints.listAuditEntries, { query: { account: 'admin' } })
  const entries = items.map(({ action, error }) => `${action} ${error ?? 'done'}`)
  expect(entries).toContain('PATCH /datasets/:datasetId done')
  expect(entries).toContain('PATCH /datasets/:datasetId account.disabled')
  expect(entries).toContain('POST /datasets/:datasetId/items/change done')
  const counters = server.platform.checks.all().find(({ id }) => id === 'report-counters')
  expect(await counters!.examine()).toMatchObject({ words: [] })
})
