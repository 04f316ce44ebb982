import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { storageEndpoints } from '@vermilion/contract/monitoring/storage'
import type { StorageReport } from '@vermilion/contract/monitoring/storage'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataProblems } from '../../../testing/check-problems.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { beginUpload, sendBytes, upload, uploadAddress } from '../../../testing/upload.ts'
import { datasetOf, picture } from '../../datasets/testing/pictures.ts'
import { growthOf, fullTime } from './growth.ts'
import { isDatabasePostgres } from '../../../testing/test-database.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const mebibyte = 1024 ** 2

async function measured(): Promise<StorageReport> {
  await expect.poll(async () => (await server.call(storageEndpoints.getStorage, {})).measuring).toBe(false)
  await server.call(storageEndpoints.measureStorage, {})
  await expect.poll(async () => (await server.call(storageEndpoints.getStorage, {})).measuring).toBe(false)
  return (await server.call(storageEndpoints.getStorage, {})).report
}

const bytesOf = (report: StorageReport, category: string, id?: string) =>
  report.rows
    .filter((row) => row.category === category && (id === undefined || row.id === id))
    .reduce((sum, row) => sum + row.bytes, 0)

async function newSpace(name: string) {
  return server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
}

test('R1.08 R2.34 each byte of the data folder is in one row, and all together are what du says', async () => {
  const [one, two] = [await newSpace('one'), await newSpace('two')]
  const shared = randomBytes(3 * mebibyte)
  await upload(server, { spaceId: one.id, path: 'shared.bin' }, shared)
  await upload(server, { spaceId: two.id, path: 'copy.bin' }, shared)
  await upload(server, { spaceId: two.id, path: 'own.bin' }, randomBytes(2 * mebibyte))
  await upload(server, { spaceId: two.id, path: 'deleted.bin' }, randomBytes(4 * mebibyte))
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId: two.id }, query: {} })
  const deleted = items.find(({ name }) => name === 'deleted.bin')!
  await server.call(fileOperationEndpoints.deleteFiles, {
    params: { spaceId: two.id },
    body: { selection: { fileIds: [deleted.id] } },
  })
  await upload(server, { spaceId: one.id, path: '1.png' }, await picture(1))
  await datasetOf(server, one.id, { name: 'set' })
  const started = await beginUpload(server, { spaceId: one.id, path: 'left.bin' }, 5 * mebibyte)
  await sendBytes(server, uploadAddress(started), 0, randomBytes(mebibyte))
  const task = join(server.data, 'tasks', 'task-1')
  await mkdir(join(task, 'output'), { recursive: true })
  await writeFile(join(task, 'output', 'weights.bin'), randomBytes(mebibyte))
  await writeFile(join(task, 'log'), randomBytes(mebibyte / 2))
  await mkdir(join(server.data, 'cache', 'ab'), { recursive: true })
  await writeFile(join(server.data, 'cache', 'ab', 'abc.webp'), randomBytes(mebibyte))
  await mkdir(join(server.data, 'backups'), { recursive: true })
  await writeFile(join(server.data, 'backups', 'old.db'), randomBytes(mebibyte))
  await mkdir(join(server.data, 'blobs', 'ff'), { recursive: true })
  await writeFile(join(server.data, 'blobs', 'ff', 'f'.repeat(62)), randomBytes(mebibyte))

  const report = await measured()
  const du = Number(spawnSync('du', ['-s', '--block-size=1', server.data], { encoding: 'utf8' }).stdout.split('\t')[0])
  const sum = report.rows.reduce((total, row) => total + row.bytes, 0)
  expect(sum).toBe(report.bytes)
  expect(Math.abs(sum - du), `${sum} and ${du}`).toBeLessThanOrEqual(du * 0.01)

  const [a, b] = [bytesOf(report, 'space', one.id), bytesOf(report, 'space', two.id)]
  const picked = (await picture(1)).byteLength
  expect(a + b).toBeGreaterThanOrEqual(5 * mebibyte)
  expect(a + b).toBeLessThan(5 * mebibyte + picked + 3 * 4_096)
  expect(report.rows.find((row) => row.id === two.id && row.category === 'space')).toMatchObject({ name: 'two' })
  expect(bytesOf(report, 'trash', two.id)).toBe(4 * mebibyte)
  expect(bytesOf(report, 'unreferenced')).toBe(mebibyte)
  for (const category of ['upload', 'task-output', 'cache', 'backup', ...(isDatabasePostgres ? [] : ['database'])])
    expect(bytesOf(report, category), category).toBeGreaterThanOrEqual(mebibyte)
  expect(bytesOf(report, 'log')).toBeGreaterThanOrEqual(mebibyte / 2)
  expect(report.disk?.used).toBeGreaterThan(0)
  expect(report.disk?.free).toBeGreaterThan(0)
  expect(report.history).toHaveLength(1)

  await upload(server, { spaceId: one.id, path: 'later.bin' }, randomBytes(mebibyte))
  const later = (await server.call(storageEndpoints.getStorage, {})).report
  expect(bytesOf(later, 'space', one.id) + bytesOf(later, 'space', two.id)).toBe(a + b + mebibyte)
  expect([later.bytes, later.measuredAt]).toEqual([report.bytes + mebibyte, report.measuredAt])
  expect(await dataProblems(server)).toEqual([])

  await sql`update "storageMeasurements" set "rows" = null`.execute(server.platform.database.query())
  const counted = (await server.call(storageEndpoints.getStorage, {})).report
  expect(counted.measuredAt).toBeNull()
  expect(bytesOf(counted, 'space', one.id)).toBe(bytesOf(later, 'space', one.id))
  expect(bytesOf(counted, 'cache')).toBe(0)
})

test('a dataset of a deleted space counts its content as trash', async () => {
  const space = await newSpace('gone')
  await upload(server, { spaceId: space.id, path: 'x.bin' }, randomBytes(mebibyte))
  expect(bytesOf(await measured(), 'space', space.id)).toBe(mebibyte)
  await server.call(spaceEndpoints.deleteSpace, { params: { spaceId: space.id } })
  const report = await measured()
  expect(bytesOf(report, 'trash', space.id)).toBe(mebibyte)
  expect(report.rows.find((row) => row.id === space.id)?.name).toBe('gone')
  expect((await server.call(datasetEndpoints.listDatasets, { query: {} })).items).toHaveLength(1)
})

test('growth is told from days, and when the disk is full from growth', () => {
  const day = 86_400_000
  const start = Date.parse('2026-03-01T12:00:00.000Z')
  const history = Array.from({ length: 10 }, (_, index) => ({
    at: new Date(start + index * day).toISOString(),
    bytes: 1e9 + index * 1e8 + (index % 2) * 1e6,
  }))
  const now = start + 9 * day
  const growth = growthOf(history, now)
  expect(growth).toBeGreaterThan(0.99e8)
  expect(growth).toBeLessThan(1.01e8)
  expect(growthOf(history.slice(0, 1), start)).toBeNull()
  expect(growthOf(history, now + 60 * day)).toBeNull()
  expect(fullTime(5e8, 1e8, now)).toBe(new Date(now + 5 * day).toISOString())
  expect([fullTime(5e8, 0, now), fullTime(5e8, -1, now), fullTime(null, 1, now)]).toEqual([null, null, null])
})
