import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalFile } from './blob-store.ts'
import { createRemoteBlobs } from './remote.ts'
import { startBlobServer } from './testing/blob-server.ts'
import type { BlobServer } from './testing/blob-server.ts'
import { chunks } from './testing/content.ts'
import { httpContents } from './testing/http-contents.ts'
import { withLocalFiles } from './with-local-files.ts'

let machine = ''
let server: BlobServer
beforeAll(async () => {
  machine = await mkdtemp(join(tmpdir(), 'vermilion-copies-'))
  server = await startBlobServer(join(machine, 'service'))
})
afterAll(async () => {
  await server.close()
  await rm(machine, { recursive: true })
})

let stores = 0
/** Each call of `start` stands for a process that begins with nothing in its memory. */
function newStore(maxCopiedBytes?: number) {
  const folder = join(machine, `here-${(stores += 1)}`)
  const [incoming, copies] = [join(folder, 'incoming'), join(folder, 'copies')]
  const address = `${server.address}/${stores}`
  const start = () => createRemoteBlobs({ contents: httpContents(address), incoming, copies, maxCopiedBytes })
  const copyOf = (checksum: string) => join(copies, checksum.slice(0, 2), checksum)
  return { start, blobs: start(), copies, incoming, copyOf, address }
}
const readHere = ({ file }: LocalFile) => readFile(file, 'utf8')
const reads = () => server.requests.get('GET') ?? 0
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await filesIn(folder)).map(async (file) => (await stat(file).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a copy stays after its use and over a restart, and only one of a whole content is made', async () => {
  const { start, blobs, copies, copyOf, incoming } = newStore()
  const { checksum } = await blobs.put(chunks('a picture'))
  expect([await filesIn(copies), await filesIn(incoming)]).toEqual([[], []])
  expect(await text(await blobs.open(checksum, { start: 2, end: 4 }))).toBe('pic')
  expect(await filesIn(copies)).toEqual([])
  expect(await text(await blobs.open(checksum))).toBe('a picture')
  expect(await filesIn(copies)).toEqual([copyOf(checksum)])
  const previous = reads()
  for (const process of [blobs, start()]) {
    await process.clear()
    expect(await process.withLocalFile(checksum, readHere)).toBe('a picture')
    expect(await text(await process.open(checksum))).toBe('a picture')
    expect(await text(await process.open(checksum, { start: 2, end: 4 }))).toBe('pic')
  }
  expect(reads()).toBe(previous)
  expect(await text(await blobs.open(checksum, undefined, { isFresh: true }))).toBe('a picture')
  expect(reads()).toBe(previous + 1)
})

test('a read that breaks off leaves no copy', async () => {
  const { blobs, copies } = newStore()
  const { checksum } = await blobs.put(chunks('x'.repeat(3_000_000)))
  const content = await blobs.open(checksum)
  await once(content, 'data')
  content.destroy()
  await expect.poll(() => filesIn(copies)).toEqual([])
})

test('copies stay within their bytes, those used last longest, and those in use in any case', async () => {
  const { blobs, copies, copyOf } = newStore(16_000)
  const contents = await blobs.putAll(Array.from({ length: 60 }, () => randomBytes(500)))
  const [first, second, ...others] = contents.map(({ checksum }) => checksum)
  await blobs.withLocalFile(first!, async ({ file }) => {
    await blobs.withLocalFile(second!, readHere)
    // Long ago, as it is for a copy that is lent for long.
    await utimes(copyOf(first!), 1, 1)
    for (const checksum of others) {
      await buffer(await blobs.open(checksum))
      await utimes(copyOf(second!), new Date(), new Date())
      expect(await bytesIn(copies)).toBeLessThanOrEqual(16_000 + 500)
    }
    expect((await readFile(file)).length).toBe(500)
    return true
  })
  expect([first!, second!, others.at(-1)!, others[0]!].map((checksum) => existsSync(copyOf(checksum)))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('content larger than all copies together is lent, and goes with the next', async () => {
  const { blobs, copyOf } = newStore(1_000)
  const [large, small] = await blobs.putAll([randomBytes(5_000), randomBytes(400)])
  expect(await blobs.withLocalFile(large!.checksum, async ({ file }) => readFile(file))).toHaveLength(5_000)
  expect(await buffer(await blobs.open(large!.checksum))).toHaveLength(5_000)
  await blobs.withLocalFile(small!.checksum, readHere)
  expect(existsSync(copyOf(large!.checksum))).toBe(false)
})

test('a copy that was cut short or changed on the disk is found, deleted and fetched again', async () => {
  const { start, blobs, copyOf } = newStore()
  const { checksum } = await blobs.put(chunks('right'))
  await blobs.withLocalFile(checksum, readHere)
  await truncate(copyOf(checksum), 2)
  expect(await blobs.withLocalFile(checksum, readHere)).toBe('right')
  await truncate(copyOf(checksum), 0)
  expect(await text(await blobs.open(checksum))).toBe('right')
  await writeFile(copyOf(checksum), 'wrong')
  expect(await text(await start().open(checksum, { start: 1, end: 2 }))).toBe('ig')
  expect(await text(await start().open(checksum))).toBe('right')
  await writeFile(copyOf(checksum), 'wrong')
  expect(await start().withLocalFile(checksum, readHere)).toBe('right')
})

test('what a process that was killed has left is deleted at the start, of one that runs nothing, and no copy', async () => {
  const { blobs, copies, copyOf } = newStore()
  const { checksum } = await blobs.put(chunks('used'))
  await blobs.withLocalFile(checksum, readHere)
  const killed = spawn('sleep', ['600'])
  const running = join(copies, 'own', `${killed.pid}.name.1`)
  await mkdir(running)
  await writeFile(join(running, 'half'), 'half of a pic')
  await link(copyOf(checksum), join(running, checksum))
  await blobs.clear()
  expect(await readdir(running)).toHaveLength(2)
  killed.kill('SIGKILL')
  await expect
    .poll(async () => {
      await blobs.clear()
      return existsSync(running)
    })
    .toBe(false)
  expect(existsSync(copyOf(checksum))).toBe(true)
})

test('a copy that another process deletes or makes meanwhile is lent all the same', async () => {
  const { start, blobs, copyOf } = newStore()
  const all = await blobs.putAll(['one', 'two'].map((word) => Buffer.from(word)))
  const [one, two] = all.map(({ checksum }) => checksum)
  await withLocalFiles(blobs, [one!, two!], async (files) => {
    await rm(copyOf(one!))
    expect(await start().withLocalFile(one!, readHere)).toBe('one')
    await start().delete(two!)
    for (const [checksum, word] of [
      [one, 'one'],
      [two, 'two'],
    ])
      expect(await readHere(files.get(checksum!) as LocalFile)).toBe(word)
  })
  expect(await blobs.withLocalFile(two!, readHere)).toBeUndefined()
})

test('three processes that use one small folder of copies at once see what they asked for, and keep its limit', async () => {
  const { start, blobs, copies, incoming, address } = newStore()
  const contents = await blobs.putAll(Array.from({ length: 80 }, () => randomBytes(60_000)))
  const limit = 1_600_000
  const module = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const program = `
    import { createHash } from 'node:crypto'
    import { readFile } from 'node:fs/promises'
    import { setTimeout } from 'node:timers/promises'
    import { buffer } from 'node:stream/consumers'
    import { createRemoteBlobs } from '${module('./remote.ts')}'
    import { httpContents } from '${module('./testing/http-contents.ts')}'
    const { checksums, ...needs } = JSON.parse(process.argv[1])
    const blobs = createRemoteBlobs({ ...needs, contents: httpContents(needs.address) })
    const check = (checksum, bytes) => {
      if (createHash('sha256').update(bytes).digest('hex') !== checksum) throw new Error('other bytes')
    }
    async function use() {
      for (let turn = 0; turn < 60; turn += 1) {
        const checksum = checksums[Math.floor(Math.random() ** 2 * checksums.length)]
        if (turn % 2 === 0) check(checksum, await buffer(await blobs.open(checksum)))
        else await blobs.withLocalFile(checksum, async ({ file }) => {
          await setTimeout(Math.random() * 20)
          check(checksum, await readFile(file))
          return true
        })
      }
    }
    await Promise.all([use(), use(), use(), use()])
  `
  const checksums = contents.map(({ checksum }) => checksum)
  const needs = JSON.stringify({ address, incoming, copies, checksums, maxCopiedBytes: limit })
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, needs])
  await Promise.all([run(), run(), run()])
  expect(await bytesIn(copies)).toBeGreaterThan(limit / 2)
  // Each of the others may have added an eighth since it last looked.
  expect(await bytesIn(copies)).toBeLessThanOrEqual(limit * 1.25)
  await start().clear()
  expect(await readdir(join(copies, 'own'))).toEqual([])
})
