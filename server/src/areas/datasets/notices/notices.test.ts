import { accountEndpoints } from '@vermilion/contract/accounts'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { itemChangeEndpoints } from '@vermilion/contract/datasets/changes'
import { noticeEndpoints } from '@vermilion/contract/datasets/notices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, testPassword, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'

let server: TestServer
let dataset: Dataset
const headers: Record<string, { authorization: string }> = {}
const reported: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  server.platform.transmitter.subscribe(({ event }) => {
    if (event.type === 'notices-changed') reported.push(event.username)
  })
  const space = await spaceWith(server, 'floor', ['1.png', '2.png', '3.png'])
  dataset = await datasetOf(server, space.id, { labels: [{ name: 'dirt' }] })
  for (const username of ['Ann', 'Bob']) {
    const body = { username, password: testPassword }
    await server.call(peopleEndpoints.createPerson, { body })
    const { token } = await server.call(accountEndpoints.login, { body }, { authorization: '' })
    headers[username] = { authorization: `Bearer ${token}` }
  }
})
afterAll(() => server.stop())

const notices = (username: string) => server.call(noticeEndpoints.listNotices, {}, headers[username])
const items = async () =>
  (await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })).items
const assign = (itemIds: string[], username: string, by = {}) =>
  server.call(
    itemChangeEndpoints.changeItems,
    {
      params: { datasetId: dataset.id },
      body: { selection: { itemIds }, change: { assign: { assignees: [username] } } },
    },
    by,
  )
const update = (body: object, by = {}) =>
  server.call(datasetEndpoints.updateDataset, { params: { datasetId: dataset.id }, body }, by)
const review = (itemId: string, decision: 'accept' | 'reject', username: string, note = '') =>
  server.call(datasetEndpoints.reviewItem, { params: { itemId }, body: { decision, note } }, headers[username])
const label = async (itemId: string, username: string) => {
  const { revision } = await server.call(annotationEndpoints.getAnnotation, { params: { itemId } })
  const box = { x: 1 + revision, y: 1, width: 5, height: 5 }
  const shape = { id: 'a', kind: 'box', labelId: dataset.labels[0]!.id, source: 'manual', box } as const
  const body = { baseRevision: revision, shapes: [shape], complete: true }
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId }, body }, headers[username])
}

test('whoever gets images is told once for all of them, until it is seen; what is taken back is not told', async () => {
  const [one, two, three] = await items()
  await assign([one!.id], 'Ann')
  const about = { kind: 'to-label', datasetId: dataset.id, datasetName: 'dirt', by: 'admin', seen: false }
  expect(await notices('Ann')).toMatchObject({ unseen: 1, items: [{ ...about, images: 1, itemId: one!.id }] })
  const { undoId } = await assign([two!.id, three!.id], 'ann')
  expect(await notices('Ann')).toMatchObject({ unseen: 1, items: [{ ...about, images: 3, itemId: null }] })
  await server.call(itemChangeEndpoints.undoItemChange, { params: { undoId: undoId! } })
  expect(await notices('Ann')).toMatchObject({ unseen: 1, items: [{ images: 1 }] })
  expect(reported).toContain('Ann')

  const until = (await notices('Ann')).items[0]!.createdAt
  await server.call(noticeEndpoints.seeNotices, { body: { until } }, headers['Ann'])
  expect(await notices('Ann')).toMatchObject({ unseen: 0, items: [{ seen: true }] })
  await update({ assignee: 'Ann', assignedReviewer: 'Bob' })
  await update({ assignee: 'Ann' })
  await update({ assignee: 'Bob' }, headers['Bob'])
  await update({ assignee: 'Ann' }, headers['Ann'])
  expect(await notices('Ann')).toMatchObject({ unseen: 1, items: [{ ...about, images: null }, { seen: true }] })
  expect(await notices('Bob')).toMatchObject({ unseen: 1, items: [{ ...about, kind: 'to-review', images: null }] })
})

test('what is sent back is told to whoever labeled it, with the note; once it is accepted there is nothing to tell', async () => {
  const [one, two] = await items()
  for (const { id } of [one!, two!]) await label(id, 'Ann')
  await review(one!.id, 'reject', 'Bob', 'too small')
  await review(one!.id, 'reject', 'Bob', 'much too small')
  const about = { kind: 'rejected', by: 'Bob', datasetId: dataset.id }
  expect((await notices('Ann')).items[0]).toMatchObject({
    ...about,
    images: 1,
    itemId: one!.id,
    note: 'much too small',
  })
  await review(two!.id, 'reject', 'Bob')
  expect((await notices('Ann')).items[0]).toMatchObject({ ...about, images: 2, itemId: null })
  await review(one!.id, 'accept', 'Bob')
  await review(two!.id, 'accept', 'Bob')
  expect((await notices('Ann')).items.filter(({ kind }) => kind === 'rejected')).toEqual([])
  expect((await notices('Bob')).items.filter(({ kind }) => kind === 'rejected')).toEqual([])
})

test('who is to label an image does not accept it where somebody reviews it; anybody else does', async () => {
  const [one, two] = await items()
  for (const { id } of [one!, two!]) await label(id, 'Ann')
  expect(await reasonOf(review(one!.id, 'accept', 'Ann'))).toBe('item.reviewer-set')
  expect((await items())[0]).toMatchObject({ status: 'labeled' })
  await review(one!.id, 'reject', 'Ann')
  await label(one!.id, 'Ann')
  expect(await review(one!.id, 'accept', 'Bob')).toMatchObject({ status: 'reviewed', reviewer: 'Bob' })
  const change = { assign: { assignees: ['Bob'], assignedReviewer: 'Ann' } }
  const body = { selection: { itemIds: [two!.id] }, change }
  await server.call(itemChangeEndpoints.changeItems, { params: { datasetId: dataset.id }, body })
  expect(await reasonOf(review(two!.id, 'accept', 'Bob'))).toBe('item.reviewer-set')
  expect(await review(two!.id, 'accept', 'Ann')).toMatchObject({ status: 'reviewed' })
  await label(one!.id, 'Ann')
  await update({ assignedReviewer: null })
  expect(await review(one!.id, 'accept', 'Ann')).toMatchObject({ status: 'reviewed', reviewer: 'Ann' })
})

test('notices of a dataset in the trash wait with it', async () => {
  const previous = (await notices('Ann')).items.length
  expect(previous).toBeGreaterThan(0)
  await server.call(datasetEndpoints.deleteDataset, { params: { datasetId: dataset.id } })
  expect(await notices('Ann')).toEqual({ unseen: 0, items: [] })
})
