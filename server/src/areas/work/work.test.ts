import { accountEndpoints } from '@vermilion/contract/accounts'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints, type UploadReport } from '@vermilion/contract/files'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Work } from '@vermilion/contract/kernel/work'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reasonOf } from '../../testing/client.ts'
import { startTestServer, testPassword } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { orderOf, testPrograms } from '../tasks/testing/programs.ts'
import { stopTasks } from '../tasks/testing/stop-tasks.ts'

const { listWork, stopWork } = workEndpoints

let server: TestServer
const reported: Work[] = []
beforeAll(async () => {
  server = await startTestServer({ tasks: testPrograms })
  server.platform.transmitter.subscribe(({ event }) => {
    if (event.type === 'work-changed' && event.work !== null) reported.push(event.work)
  })
})
afterAll(async () => {
  await stopTasks(server)
  await server.stop()
})

const works = (headers = {}) => server.call(listWork, {}, headers)
const workNamed = async (name: string) => (await works()).find((work) => work.name === name)
const stop = (workId: string) => server.call(stopWork, { params: { workId } })

test('a sample is among what runs, its progress only grows, and stopping it keeps what was rendered', async () => {
  const space = await server.call(sampleEndpoints.createSample, {
    body: { name: 'floor', count: 5_000, width: 64, height: 64 },
  })
  await vi.waitFor(async () => expect((await workNamed('floor'))?.progress?.done).toBeGreaterThan(5), 120_000)
  const running = await workNamed('floor')
  expect(running).toMatchObject({
    kind: 'sample',
    status: 'running',
    owner: 'admin',
    stoppable: true,
    leadsTo: { page: 'space', id: space.id },
    progress: { total: 5_000, unit: 'images' },
    endedAt: null,
  })
  await vi.waitFor(() => expect(reported.filter(({ name }) => name === 'floor').length).toBeGreaterThan(2), 120_000)
  await stop(running?.id ?? '')
  expect(await workNamed('floor')).toMatchObject({ status: 'stopped', stoppable: false })
  const steps = reported.filter(({ name }) => name === 'floor').map(({ progress }) => progress?.done ?? 0)
  expect(steps).toEqual(steps.toSorted((one, other) => one - other))

  const after = await server.call(spaceEndpoints.getSpace, { params: { spaceId: space.id } })
  expect(after).toMatchObject({ status: 'normal', progress: null })
  const { items } = await server.call(datasetEndpoints.listDatasets, { query: {} })
  expect(items[0]).toMatchObject({ status: 'success', fileCount: after.fileCount, labeledCount: after.fileCount })
  expect(await reasonOf(stop(running?.id ?? ''))).toBe('work.not-stoppable')
})

test('a task is among what runs, for whoever began it; it is stopped here like everywhere', async () => {
  const { id } = await server.app.tasks.start(orderOf('waiting', { name: 'mine', creator: 'admin' }), 'en-US')
  await server.app.tasks.start(orderOf('waiting', { name: 'hers', creator: 'ann' }), 'en-US')
  await vi.waitFor(async () => expect(await workNamed('mine')).toMatchObject({ status: 'running' }), 120_000)
  expect(await workNamed('hers')).toBeUndefined()
  await stop(`task.${id}`)
  expect(await workNamed('mine')).toMatchObject({
    status: 'stopped',
    reason: { en: 'Stopped by admin', zh: '由 admin 停止' },
  })
  await vi.waitFor(
    () => expect(reported).toContainEqual(expect.objectContaining({ id: `task.${id}`, status: 'stopped' })),
    120_000,
  )

  await server.app.accounts.add('ann', testPassword)
  const body = { username: 'ann', password: testPassword }
  const { token } = await server.call(accountEndpoints.login, { body }, { authorization: '' })
  const hers = await works({ authorization: `Bearer ${token}` })
  // Files of the stopped sample may still be examined, which is nobody's work.
  const owned = hers.filter(({ owner }) => owner !== null)
  expect(owned.map(({ name }) => name)).toEqual(['hers'])
})

test('an upload is told of as its page reports it, also to other tabs, and can be stopped from there', async () => {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'target', path: 'target' } })
  const first: UploadReport = {
    spaceId,
    files: 3,
    bytes: 300,
    doneFiles: 1,
    doneBytes: 120,
    failedFiles: 0,
    state: 'sending',
  }
  const report = (batchId: string, body: UploadReport) =>
    server.call(fileEndpoints.reportUpload, { params: { batchId }, body })
  await report('batch-1', first)
  expect(await workNamed('target')).toMatchObject({
    id: 'upload.batch-1',
    kind: 'upload',
    status: 'running',
    progress: { done: 120, total: 300, unit: 'bytes' },
  })
  await report('batch-1', { ...first, state: 'interrupted' })
  expect(await workNamed('target')).toMatchObject({ status: 'interrupted' })
  // The same files chosen again continue in a new batch that replaces the interrupted one.
  await report('batch-2', { ...first, doneBytes: 150 })
  expect((await works()).filter(({ name }) => name === 'target').map(({ id }) => id)).toEqual(['upload.batch-2'])
  await stop('upload.batch-2')
  expect(await report('batch-2', { ...first, doneBytes: 160 })).toMatchObject({ status: 'stopped' })
  await report('batch-3', first)
  await report('batch-3', { ...first, failedFiles: 1, state: 'ended' })
  expect((await works())[0]).toMatchObject({ status: 'failed', reason: { en: 'Files that failed: 1' } })
})

test('what nobody runs cannot be stopped', async () => {
  for (const workId of ['job.unknown', 'moon.1', 'nonsense']) {
    expect(await reasonOf(stop(workId))).toBe('work.not-found')
  }
})
