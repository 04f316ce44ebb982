import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Device } from '@vermilion/contract/devices'
import { deviceCollectionEndpoints } from '@vermilion/contract/devices/collections'
import type { CollectionCreate } from '@vermilion/contract/devices/collections'
import { deviceRecordEndpoints } from '@vermilion/contract/devices/records'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'
import { pathPattern } from './pattern.ts'
import { nextRun } from './collections.ts'

const problem = sshDaemonProblem()
const skipped = problem === undefined ? '' : `, skipped: ${problem}`
const patience = { interval: 100 }
const { createDeviceCollection, listCollectionRuns, runDeviceCollection } = deviceCollectionEndpoints
const { updateDeviceCollection, deleteDeviceCollection, listDeviceCollections } = deviceCollectionEndpoints

describe('which files are meant, and when', () => {
  test.for([
    ['**/*.jpg', ['a.jpg', 'x/y/a.jpg'], ['a.png', '.a.jpg', 'x/.jpg']],
    ['2026-*/cam?/*', ['2026-01/cam1/a'], ['2026-01/cam12/a', '2026-01/a', 'a/2026-01/cam1/a']],
    ['x/**', ['x/a', 'x/y/z'], ['y/a']],
    [`${'*a'.repeat(40)}b`, [], ['a'.repeat(240)]],
  ] as const)('R1.07 %s', ([pattern, matches, others]) => {
    const { isMatch } = pathPattern(pattern)
    expect(matches.filter((path) => !isMatch(path))).toEqual([])
    expect(others.filter(isMatch)).toEqual([])
  })

  test('R1.07 folders in which nothing can be meant are not entered', () => {
    const { mayMatchBelow } = pathPattern('captures/*/front/**/*.jpg')
    expect(['captures', 'captures/1', 'captures/1/front/x/y'].every(mayMatchBelow)).toBe(true)
    expect(['other', 'captures/1/rear'].some(mayMatchBelow)).toBe(false)
  })

  test('R1.07 a schedule names the next moment', () => {
    const now = new Date(2026, 0, 31, 12, 30).getTime()
    expect(nextRun({ kind: 'once' }, now)).toBeNull()
    expect(nextRun({ kind: 'interval', minutes: 90 }, now)).toBe(new Date(2026, 0, 31, 14, 0).toISOString())
    expect(nextRun({ kind: 'daily', at: '12:30' }, now)).toBe(new Date(2026, 1, 1, 12, 30).toISOString())
    expect(nextRun({ kind: 'daily', at: '23:05' }, now)).toBe(new Date(2026, 0, 31, 23, 5).toISOString())
  })
})

describe.skipIf(problem)(`files of a device come into a data space${skipped}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let device: Device
  let folder = ''
  let spaceId = ''
  let time = Date.now()
  let number = 0
  beforeAll(async () => {
    server = await startTestServer({ clock: clockOf(() => time) })
    daemon = await startSshDaemon({ settings: ['SetEnv HOME=/'] })
    device = await addDevice(server, daemon, { name: 'robot' })
  })
  afterAll(async () => {
    await server?.stop()
    await daemon?.stop()
  })
  beforeEach(async () => {
    number += 1
    folder = await mkdtemp(join(tmpdir(), 'vermilion-captures-'))
    await mkdir(join(folder, 'day/one'), { recursive: true })
    for (const name of ['a.jpg', 'day/b.jpg', 'day/one/c.jpg', 'day/notes.txt'])
      await writeFile(join(folder, name), `${number} ${name}`)
    spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: `s${number}`, path: `s${number}` } })).id
    return () => rm(folder, { recursive: true, force: true })
  })
  const create = (input: Partial<CollectionCreate> = {}) =>
    server.call(createDeviceCollection, {
      params: { deviceId: device.id },
      body: { folder, pattern: '**/*.jpg', spaceId, ...input },
    })
  const lastRun = async (collectionId: string) =>
    (await server.call(listCollectionRuns, { params: { deviceId: device.id, collectionId } }))[0]
  const untilEnded = (collectionId: string, runs = 1) =>
    expect
      .poll(async () => {
        const all = await server.call(listCollectionRuns, { params: { deviceId: device.id, collectionId } })
        return all.length >= runs && all.every(({ endedAt }) => endedAt !== null)
      }, patience)
      .toBe(true)
  const run = (collectionId: string) => {
    time += 1
    return server.call(runDeviceCollection, { params: { deviceId: device.id, collectionId } })
  }
  const pathsOf = async (space: string) =>
    (
      await server.call(fileEndpoints.listFiles, { params: { spaceId: space }, query: { recursive: true, limit: 500 } })
    ).items.map(({ path }) => path)

  test('R1.07 once, and once more without fetching anything twice; what changed comes beside what was there', async () => {
    const { id } = await create()
    await untilEnded(id)
    expect(await lastRun(id)).toMatchObject({
      state: 'success',
      matched: 3,
      collected: 3,
      present: 0,
      failed: 0,
      removed: 0,
    })
    expect((await pathsOf(spaceId)).toSorted()).toEqual(['robot/a.jpg', 'robot/day/b.jpg', 'robot/day/one/c.jpg'])
    await run(id)
    await untilEnded(id, 2)
    expect(await lastRun(id)).toMatchObject({ state: 'success', matched: 3, collected: 0, present: 3 })
    await writeFile(join(folder, 'a.jpg'), 'something else')
    await run(id)
    await untilEnded(id, 3)
    expect(await lastRun(id)).toMatchObject({ collected: 1, present: 2 })
    expect(await pathsOf(spaceId)).toContain('robot/a (2).jpg')
    const { items } = await server.call(deviceRecordEndpoints.listDeviceRecords, {
      params: { deviceId: device.id },
      query: { action: 'files-collected' },
    })
    expect(items).toHaveLength(3)
    expect(items[0]).toMatchObject({ account: 'admin' })
    const other = await create()
    await untilEnded(other.id)
    expect(await lastRun(other.id)).toMatchObject({ matched: 3, present: 2, collected: 1 })
    expect(await pathsOf(spaceId)).toHaveLength(4)
  })

  test('R1.07 only what was modified since, into a folder of choice, deleted on the device once it is stored', async () => {
    await utimes(join(folder, 'a.jpg'), 1_000_000_000, 1_000_000_000)
    const { id } = await create({ modifiedSince: '2020-01-01T00:00:00Z', spaceFolder: 'raw/in', removeAfter: true })
    await untilEnded(id)
    await expect.poll(() => lastRun(id), patience).toMatchObject({ state: 'success', collected: 2, removed: 2 })
    expect((await pathsOf(spaceId)).toSorted()).toEqual(['raw/in/day/b.jpg', 'raw/in/day/one/c.jpg'])
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
      'a.jpg',
      'day',
      'day/notes.txt',
      'day/one',
    ])
  })

  test('R1.07 by a schedule, paused, edited and deleted', async () => {
    const { id, nextRunAt } = await create({ schedule: { kind: 'interval', minutes: 10 } })
    await untilEnded(id)
    expect(nextRunAt).toBe(new Date(time + 600_000).toISOString())
    await writeFile(join(folder, 'later.jpg'), 'later')
    time += 601_000
    await untilEnded(id, 2)
    expect(await lastRun(id)).toMatchObject({ state: 'success', collected: 1, present: 3 })
    const params = { deviceId: device.id, collectionId: id }
    const edited = await server.call(updateDeviceCollection, { params, body: { isPaused: true, pattern: '*.jpg' } })
    expect(edited).toMatchObject({ isPaused: true, pattern: '*.jpg' })
    await server.call(deleteDeviceCollection, { params })
    expect(await server.call(listDeviceCollections, { params: { deviceId: device.id } })).not.toContainEqual(
      expect.objectContaining({ id }),
    )
    expect(await reasonOf(run(id))).toBe('device-collection.not-found')
    expect(await pathsOf(spaceId)).toHaveLength(4)
  })

  test('R1.07 a device that is away is waited for', async () => {
    await daemon.kill()
    const { id } = await create()
    await expect.poll(() => lastRun(id), patience).toMatchObject({ state: 'waiting', endedAt: null })
    await daemon.restart()
    await untilEnded(id)
    expect(await lastRun(id)).toMatchObject({ state: 'success', collected: 3 })
  })

  test('R1.07 what cannot be collected is refused or told', async () => {
    expect(await reasonOf(create({ folder: '/tmp/../etc' }))).toBe('device-file.path-invalid')
    expect(await reasonOf(create({ pattern: '../*' }))).toBe('request.invalid')
    expect(await reasonOf(create({ spaceFolder: '../out' }))).toBe('file.path-invalid')
    expect(await reasonOf(create({ spaceId: 'none' }))).toBe('space.not-found')
    await writeFile(join(folder, String.raw`back\slash.jpg`), 'no')
    const missing = await create({ folder: join(folder, 'nowhere') })
    await untilEnded(missing.id)
    expect(await lastRun(missing.id)).toMatchObject({
      state: 'failed',
      error: { en: expect.stringContaining('nowhere') as string },
    })
    const { id } = await create()
    await untilEnded(id)
    expect(await lastRun(id)).toMatchObject({ state: 'success', collected: 3, failed: 1 })
  })
})
