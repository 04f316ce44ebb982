import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, statfsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUpEndpoints, cleanUpKinds } from '@vermilion/contract/monitoring/clean-ups'
import type { CleanUp, CleanUpKind } from '@vermilion/contract/monitoring/clean-ups'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { beginUpload, receivedBytes, sendBytes, upload, uploadAddress } from '../../../testing/upload.ts'
import { downloadedChecksums, makeGraph, storedChecksums, trashedFiles } from '../testing/reference-graph.ts'

const mebibyte = 1024 ** 2
let data: string
let server: TestServer
let isOwnDisk = false
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-clean-up-'))
  // A separate disk where possible, so that only the clean-up changes its usage.
  isOwnDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512m', 'tmpfs', data]).status === 0
  server = await startTestServer({ data })
})
afterAll(async () => {
  await server.stop()
  if (isOwnDisk) spawnSync('umount', ['-l', data])
  await rm(data, { recursive: true, force: true })
})

const preview = (...kinds: CleanUpKind[]) => server.call(cleanUpEndpoints.previewCleanUp, { body: { kinds } })
async function cleanUp(...kinds: CleanUpKind[]): Promise<CleanUp> {
  await server.call(cleanUpEndpoints.startCleanUp, { body: { kinds } })
  const last = async () => (await server.call(cleanUpEndpoints.getLastCleanUp, {})).cleanUp
  await expect.poll(async () => (await last())?.endedAt).not.toBeNull()
  return (await last())!
}

async function settleHold({ id }: CleanUp, how: 'restored' | 'released'): Promise<CleanUp> {
  const { restoreCleanUp, releaseCleanUp } = cleanUpEndpoints
  await server.call(how === 'restored' ? restoreCleanUp : releaseCleanUp, { params: { cleanUpId: id } })
  const last = async () => (await server.call(cleanUpEndpoints.getLastCleanUp, {})).cleanUp
  await expect.poll(async () => (await last())?.hold).toBe(how)
  return (await last())!
}

const sentBytes = (address: string) => receivedBytes(server, address).catch(() => null)

function used(): number {
  const { blocks, bfree, bsize } = statfsSync(data)
  const files = ['vermilion.db', 'vermilion.db-wal', 'vermilion.db-shm'].map((name) => join(data, name))
  const database = files.reduce((sum, file) => sum + (existsSync(file) ? statSync(file).blocks * 512 : 0), 0)
  return (blocks - bfree) * bsize - database
}

const old = (hours: number) => new Date(Date.now() - hours * 3_600_000)
async function age(path: string, hours: number): Promise<void> {
  await utimes(path, old(hours), old(hours))
}

test(`R1.08 the preview says what the disk gains, nothing that is referenced goes, and what cannot be made again comes back (seed ${testSeed})`, async () => {
  const graph = await makeGraph(server, data, createRandom(testSeed), mebibyte / 8)
  const [spaceId = ''] = graph.spaceIds
  await mkdir(join(data, 'cache', 'thumbnails', 'ab'), { recursive: true })
  await mkdir(join(data, 'cache', 'segmentation', 'cd'), { recursive: true })
  await mkdir(join(data, 'cache', 'rolls'), { recursive: true })
  const thumbnail = join(data, 'cache', 'thumbnails', 'ab', 'abcd.webp')
  const features = join(data, 'cache', 'segmentation', 'cd', 'cdef.features')
  const itemIndex = join(data, 'cache', 'rolls', 'roll')
  for (const file of [thumbnail, features, itemIndex]) {
    await writeFile(file, randomBytes(3 * mebibyte))
    await age(file, 1)
  }
  const started = [0, 1].map((number) => beginUpload(server, { spaceId, path: `part-${number}.bin` }, 8 * mebibyte))
  const addresses = (await Promise.all(started)).map(uploadAddress)
  for (const address of addresses) await sendBytes(server, address, 0, randomBytes(2 * mebibyte))
  const uploads = await readdir(join(data, 'uploads'))
  const [abandoned = ''] = uploads.filter((name) => !name.includes('.'))
  for (const name of uploads.filter((one) => one.startsWith(abandoned))) await age(join(data, 'uploads', name), 3)
  await upload(server, { spaceId, path: 'new.bin' }, randomBytes(mebibyte))

  const previewed = await preview(...cleanUpKinds)
  expect(previewed.parts.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['unreferenced', 'unreferenced'],
    ['thumbnails', 'regenerable'],
    ['environments', 'regenerable'],
    ['uploads', 'expired'],
    ['trash', 'deleted'],
  ])
  const partOf = (kind: CleanUpKind) => previewed.parts.find((part) => part.kind === kind)!
  expect(partOf('unreferenced')).toMatchObject({
    files: graph.orphans.length,
    bytes: (6 * mebibyte) / 8,
    laterBytes: 0,
  })
  expect(partOf('thumbnails')).toMatchObject({ files: 2, bytes: 6 * mebibyte })
  expect(partOf('uploads').files).toBe(1)
  expect(partOf('uploads').examples[0]?.name).toMatch(/^part-\d\.bin$/)

  const gains = (bytes: number, previous: number) => {
    const gained = previous - used()
    if (isOwnDisk) expect(Math.abs(gained - bytes), `${gained} and ${bytes}`).toBeLessThanOrEqual(bytes * 0.01)
  }
  const trashed = await trashedFiles(server, graph)
  const bytes = partOf('unreferenced').bytes + partOf('thumbnails').bytes
  const heldBytes = partOf('uploads').bytes + partOf('trash').bytes
  const heldFiles = partOf('uploads').files + partOf('trash').files
  expect(Math.min(heldBytes, bytes)).toBeGreaterThan(2 * mebibyte)
  const previous = used()
  const done = await cleanUp(...cleanUpKinds)
  expect(done).toMatchObject({ state: 'done', kinds: cleanUpKinds, startedBy: 'admin', bytes, error: null })
  expect(done).toMatchObject({ hold: 'held', heldBytes, heldFiles })
  gains(bytes, previous)

  expect(await trashedFiles(server, graph)).toEqual([])
  expect((await Promise.all(addresses.map(sentBytes))).toSorted()).toEqual([2 * mebibyte, null])
  await settleHold(done, 'restored')
  expect(await trashedFiles(server, graph)).toEqual(trashed)
  expect(await Promise.all(addresses.map(sentBytes))).toEqual([2 * mebibyte, 2 * mebibyte])
  await expect(settleHold(done, 'released')).rejects.toThrow('holds nothing')

  for (const name of uploads.filter((one) => one.startsWith(abandoned))) await age(join(data, 'uploads', name), 3)
  const again = used()
  const second = await cleanUp(...cleanUpKinds)
  expect(second).toMatchObject({ bytes: 0, hold: 'held', heldBytes, heldFiles })
  expect(await settleHold(second, 'released')).toMatchObject({ bytes: heldBytes, files: heldFiles })
  gains(heldBytes, again)

  const downloaded = await downloadedChecksums(server, graph)
  for (const [path, checksum] of graph.retained) expect(downloaded.get(path), path).toBe(checksum)
  const stored = await storedChecksums(data)
  for (const orphan of graph.orphans) expect(stored.has(orphan)).toBe(false)
  expect(stored).toEqual(new Set(downloaded.values()))
  expect([existsSync(thumbnail), existsSync(features), existsSync(itemIndex)]).toEqual([false, false, true])
  expect((await readdir(join(data, 'uploads'))).filter((name) => name.startsWith(abandoned))).toEqual([])
  expect((await preview(...cleanUpKinds)).parts.map(({ bytes }) => bytes)).toEqual(cleanUpKinds.map(() => 0))
})

test('content that was put of late waits a day, since something may be about to name it', async () => {
  const folder = join(data, 'blobs', 'ee')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'e'.repeat(62)), randomBytes(mebibyte))
  const { parts } = await preview('unreferenced')
  expect(parts[0]).toMatchObject({ files: 0, bytes: 0, laterBytes: mebibyte, examples: [] })
  expect(await cleanUp('unreferenced')).toMatchObject({ files: 0, bytes: 0 })
  expect(existsSync(join(folder, 'e'.repeat(62)))).toBe(true)
})

test('a second clean-up beside one that runs is refused, and so is one of nothing', async () => {
  const body = { kinds: ['thumbnails', 'trash'] as CleanUpKind[] }
  const [first, second] = await Promise.allSettled([
    server.call(cleanUpEndpoints.startCleanUp, { body }),
    server.call(cleanUpEndpoints.startCleanUp, { body }),
  ])
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(server.call(cleanUpEndpoints.startCleanUp, { body: { kinds: [] } })).rejects.toThrow()
})
