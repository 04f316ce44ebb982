import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Blob } from './blob-store.ts'
import { createDiskBlobs } from './disk.ts'
import type { DiskBlobs } from './disk.ts'
import { problemsOf } from '../../testing/check-problems.ts'
import { collectBlobs, contentCheck, createBlobOwners, orphanCheck } from './index-check.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

let folder = ''
let blobs: DiskBlobs
let database: Database
let rows: Blob[] = []
const owners = createBlobOwners()
owners.add({
  category: 'space',
  named: async (checksums) => checksums.filter((checksum) => rows.some((row) => row.checksum === checksum)),
  async *all() {
    yield* rows
  },
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-index-'))
  blobs = createDiskBlobs(folder)
  database = await openTestDatabase(folder)
  rows = []
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function put(text: string): Promise<Blob> {
  async function* content() {
    yield new TextEncoder().encode(text)
  }
  return blobs.put(content())
}
async function age({ checksum }: Blob): Promise<void> {
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(blobs.fileOf(checksum), yesterday, yesterday)
}

test('content that no row names is collected after its time, named and young content is not', async () => {
  const [named, young, old] = [await put('named'), await put('young'), await put('old')]
  rows = [named]
  await age(named)
  await age(old)
  const needs = { database, blobs, owners, clock: systemClock }
  expect(await problemsOf(orphanCheck(needs))).toEqual([`${old.checksum} (3 bytes)`])
  expect(await collectBlobs(needs)).toBe(1)
  const left = await Array.fromAsync(blobs.list())
  expect(left.map(({ checksum }) => checksum).toSorted()).toEqual([named.checksum, young.checksum].toSorted())
})

test('content whose row goes from one owner to another meanwhile stays', async () => {
  const restored = await put('restored')
  await age(restored)
  const [files, trash] = [new Set<string>(), new Set([restored.checksum])]
  const { promise: request, resolve: ask } = Promise.withResolvers<void>()
  const moved = request.then(() =>
    database.transaction(async () => {
      trash.delete(restored.checksum)
      files.add(restored.checksum)
    }),
  )
  const both = createBlobOwners()
  const all = async function* () {}
  both.add({ category: 'space', all, named: async (checksums) => checksums.filter((checksum) => files.has(checksum)) })
  both.add({
    all,
    category: 'trash',
    async named(checksums) {
      ask()
      await setTimeout(20)
      return checksums.filter((checksum) => trash.has(checksum))
    },
  })
  expect(await collectBlobs({ database, blobs, owners: both, clock: systemClock })).toBe(0)
  await moved
})

test('content that is missing, cut short or altered is found', async () => {
  const [good, missing, short, altered] = [
    await put('good'),
    await put('missing'),
    await put('short'),
    await put('altered'),
  ]
  rows = [good, missing, short, altered]
  await blobs.delete(missing.checksum)
  await truncate(blobs.fileOf(short.checksum), 2)
  await writeFile(blobs.fileOf(altered.checksum), 'Altered')
  expect(await problemsOf(contentCheck({ blobs, owners }))).toEqual([
    `${missing.checksum} is missing`,
    `${short.checksum} has 2 bytes instead of 5`,
    `${altered.checksum} is corrupt`,
  ])
})
