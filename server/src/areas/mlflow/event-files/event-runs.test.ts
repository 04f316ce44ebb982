import { Readable } from 'node:stream'
import { externalRunEndpoints } from '@vermilion/contract/tasks/external/external-runs'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { eventFiles } from '../../tasks/testing/event-files.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer({})))
afterAll(() => server.stop())

test('R2.22 each folder of a space with event files is opened as a run, and brought up to date when it is opened again', async () => {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'logs', path: 'logs' } })
  const put = (path: string, content: Uint8Array) =>
    server.app.files.addFile({ spaceId, path, source: Readable.from([content]) })
  const open = (folder: string) =>
    server.call(externalRunEndpoints.openEventFiles, { params: { spaceId }, body: { folder } })
  await put('runs/floors/events.out.tfevents.1.machine', eventFiles.simple)
  await put('runs/floors/validation/events.out.tfevents.2.machine', eventFiles.tensors)
  await put('runs/floors/picture.png', Buffer.from('no events'))
  await put('notes/readme.txt', Buffer.from('text'))

  expect(await reasonOf(open('notes'))).toBe('space.no-event-files')
  expect(await reasonOf(open('nowhere'))).toBe('folder.not-found')
  const [{ taskIds }, again] = await Promise.all([open('runs'), open('runs')])
  expect(again).toEqual({ taskIds })
  const listed = await server.call(taskEndpoints.listTasks, { query: { kind: 'external' } })
  expect(new Set(listed.items.map(({ id, name, status }) => `${id} ${name} ${status}`))).toEqual(
    new Set([`${taskIds[0]} floors success`, `${taskIds[1]} validation success`]),
  )
  const first = { params: { taskId: taskIds[0] ?? '' } }
  const names = async () =>
    (await server.call(metricEndpoints.listSeries, first)).series.map(({ name, points }) => [name, points])
  expect(await names()).toEqual([
    ['train/loss', 4],
    ['val/nan', 0],
  ])
  expect(await server.call(taskEndpoints.getTask, first)).toMatchObject({
    external: { host: 'logs/runs/floors', client: 'TensorBoard' },
    headline: { metric: 'train/loss' },
  })

  await put('runs/floors/events.out.tfevents.3.machine', eventFiles.tensors)
  expect(await open('runs/floors')).toEqual({ taskIds })
  expect((await names()).map(([name]) => name)).toContain('epoch_loss')
})
