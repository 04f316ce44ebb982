import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceImportEndpoints, maxImportRows } from '@vermilion/contract/devices/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const list = () => server.call(deviceEndpoints.listDevices, { query: { limit: 500 } })

test('R1.07 R3.01 a list is looked at, imported row by row, and what is wrong holds up nothing else', async () => {
  const text =
    'name,host,user,jump,group,tags\narm,10.255.0.9,robot,gate,lab,left;right\ngate,10.255.0.1,root,,lab,\nbad,,root,,,\n'
  const preview = await server.call(deviceImportEndpoints.previewDeviceImport, { body: { format: 'csv', text } })
  expect(preview.rows.map(({ problems }) => problems.map(({ problem }) => problem))).toEqual([[], [], ['host-invalid']])
  expect((await list()).total).toBe(0)

  const [arm, gate] = preview.rows.map(({ device }) => ({ ...device, port: device.port ?? 22 }))
  const invalid = { method: 'key', privateKey: 'no key' } as const
  const rows = [
    arm!,
    gate!,
    { ...gate!, name: 'locked', credentials: invalid },
    { ...gate!, name: 'behind', jump: 'locked' },
    { ...gate!, name: 'lost', jump: 'nowhere' },
    { ...gate!, name: 'round', jump: 'about' },
    { ...gate!, name: 'about', jump: 'round' },
    gate!,
  ]
  const outcome = await server.call(deviceImportEndpoints.importDevices, { body: { rows } })
  expect(outcome.rows.map(({ problem }) => problem)).toEqual([
    null,
    null,
    'key-invalid',
    'jump-failed',
    'jump-not-found',
    'jump-failed',
    'jump-loop',
    'name-taken',
  ])
  const { items } = await list()
  expect(items.map(({ name }) => name)).toEqual(['arm', 'gate'])
  expect(items[0]).toMatchObject({ jumpDeviceId: items[1]?.id, group: 'lab', tags: ['left', 'right'] })
  expect(items[0]).toMatchObject({ authentication: 'server-key', problem: 'host-key-unconfirmed' })

  const again = await server.call(deviceImportEndpoints.previewDeviceImport, { body: { format: 'csv', text } })
  expect(again.rows[1]?.problems).toEqual([{ problem: 'name-taken', detail: 'gate' }])
})

test('a list that is too long is cut with a note, and refused where it is sent all the same', async () => {
  const lines = Array.from({ length: maxImportRows + 1 }, (_, number) => `Host host-${number}`)
  const body = { format: 'openssh', text: lines.join('\n') } as const
  const { rows, notes } = await server.call(deviceImportEndpoints.previewDeviceImport, { body })
  expect(rows).toHaveLength(maxImportRows)
  expect(notes).toMatchObject([{ note: 'rows-cut' }])
  const row = { name: 'a', host: 'a', username: 'a' }
  const importing = server.call(deviceImportEndpoints.importDevices, {
    body: { rows: Array.from({ length: maxImportRows + 1 }, () => row) },
  })
  await expect(importing).rejects.toMatchObject({ envelope: { code: expect.any(Number) } })
})
