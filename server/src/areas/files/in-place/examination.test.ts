import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, realpath, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import type { SpaceFile } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clockOf } from '#platform/clock'
import { jobKind } from '#platform/jobs/jobs'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { bytesOf, picture } from '../testing/space-with.ts'

let machine = ''
let now = Date.now()
let server: TestServer
beforeAll(async () => {
  machine = await realpath(await mkdtemp(join(tmpdir(), 'vermilion-examination-')))
  server = await startTestServer({ environment: { VERMILION_ROOTS: machine }, clock: clockOf(() => now) })
})
afterAll(async () => {
  await server.stop()
  await rm(machine, { recursive: true })
})

const settled = () => server.platform.jobs.settled()
const spaceOf = (spaceId: string) => server.call(spaceEndpoints.getSpace, { params: { spaceId } })

async function spaceOn(
  name: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<[id: string, folder: string]> {
  const folder = join(machine, name)
  await mkdir(folder)
  await fill(folder)
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name, path: folder } })
  return [id, folder]
}

async function filesOf(spaceId: string) {
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  return new Map(items.map((file) => [file.name, file]))
}

test('what was read is written before the next large file, and a picture is asked for by its kind', async () => {
  const [id, folder] = await spaceOn('large', async (folder) => {
    for (const [name, size] of Object.entries({ 'a.bin': 800_000_000, 'b.bin': 800_000_001, 'film.mp4': 100 })) {
      await writeFile(join(folder, name), '')
      await truncate(join(folder, name), size)
    }
  })
  const examined = async () => {
    const listed = await filesOf(id)
    const checksums = ['a.bin', 'b.bin'].flatMap((name) => listed.get(name)?.checksum ?? [])
    expect(checksums.length).toBeGreaterThan(0)
    return { files: listed, checksums }
  }
  const { files, checksums } = await vi.waitFor(examined, { timeout: 20_000, interval: 20 })
  expect(checksums).toHaveLength(1)
  await rm(join(folder, 'film.mp4'))
  for (const [part, error] of Object.entries({
    thumbnail: 'file.no-thumbnail',
    preview: 'file.no-preview',
    metadata: 'file.no-preview',
  })) {
    const response = await server.fetch(`/files/${files.get('film.mp4')?.id}/${part}`)
    expect(await response.json(), part).toMatchObject({ data: { error } })
  }
  await settled()
  expect([...(await filesOf(id)).keys()], 'nobody asked for the film: no scan follows').toContain('film.mp4')
})

test('pictures are listed at once, and examined behind work that people wait for', async () => {
  const awaited = jobKind<null>('awaited')
  const end = Promise.withResolvers<void>()
  server.platform.jobs.register(awaited, { isWaitedFor: true, run: () => end.promise })
  await server.platform.jobs.enqueue(awaited, 'awaited', null)
  const complete = await bytesOf(picture(40, 30).jpeg())
  const [id] = await spaceOn('behind', (folder) => writeFile(join(folder, 'a.jpg'), complete))
  await expect.poll(async () => (await spaceOf(id)).status).toBe('success')
  await setTimeout(700)
  expect((await filesOf(id)).get('a.jpg')).toMatchObject({ width: null, checksum: null })
  end.resolve()
  await settled()
  expect((await filesOf(id)).get('a.jpg')).toMatchObject({ width: 40, height: 30 })
})

test('one reading finds the checksum, the size, the thumbnail and what is broken; what takes its place meanwhile is found by the next scan', async () => {
  const complete = await bytesOf(picture(40, 30).jpeg())
  const cut = complete.slice(0, complete.length - 200)
  const [id, folder] = await spaceOn('read', async (folder) => {
    for (const name of ['a.jpg', 'same.jpg']) await writeFile(join(folder, name), complete)
    await writeFile(join(folder, 'cut.jpg'), cut)
    await writeFile(join(folder, 'no-picture.jpg'), 'text')
  })
  await settled()
  const checksumOf = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')
  const readable = { checksum: checksumOf(complete), width: 40, height: 30, broken: false }
  const broken = { width: null, height: null, broken: true }
  const files = await filesOf(id)
  expect(Object.fromEntries(files)).toMatchObject({
    'a.jpg': readable,
    'same.jpg': readable,
    'cut.jpg': { checksum: checksumOf(cut), ...broken },
    'no-picture.jpg': { checksum: checksumOf('text'), ...broken },
  })
  const cache = join(server.data, 'cache', 'thumbnails')
  const thumbnails = await readdir(cache, { recursive: true })
  expect(thumbnails.filter((name) => name.endsWith('.webp') && name.includes(readable.checksum))).toHaveLength(1)
  expect(thumbnails.filter((name) => name.includes(checksumOf(cut)))).toEqual([])
  const rows = server.platform.database.query<{
    files: { spaceId: string; examined: number; checksum: string | null }
  }>()
  await rows.updateTable('files').set({ examined: 0, checksum: null }).where('spaceId', '=', id).execute()
  await writeFile(join(folder, 'a.jpg'), await bytesOf(picture(60, 50).jpeg()))
  const [first, same] = ['a.jpg', 'same.jpg'].flatMap((name) => files.get(name) ?? [])
  const unread = (file: SpaceFile | undefined) => ({ ...file!, checksum: null, width: null })
  const [changed, read] = await server.app.files.measured([unread(first), unread(same)])
  expect(changed).toMatchObject({ checksum: null })
  expect(read).toMatchObject(readable)
  await settled()
  expect((await filesOf(id)).get('a.jpg')).toMatchObject({ width: 60, height: 50, broken: false })
})

test('what a picture turned out to be is told to every space that waits for it', async () => {
  const content = await bytesOf(picture(40, 30).png())
  const ids: string[] = []
  for (const name of ['one', 'other', 'third'])
    ids.push((await spaceOn(name, (folder) => writeFile(join(folder, 'a.png'), content)))[0])
  await settled()
  const [one = '', other = ''] = ids
  const files = server.platform.database.query<{ files: { spaceId: string; examined: number } }>()
  await files.updateTable('files').set({ examined: 0 }).where('spaceId', 'in', [one, other]).execute()
  await setTimeout(600)
  const reported = vi.spyOn(server.platform.events, 'publish')
  await server.app.files.examined((await filesOf(one)).get('a.png')?.id ?? '')
  const spaces = () => reported.mock.calls.flatMap(([event]) => (event.type === 'files-changed' ? event.spaceId : []))
  await vi.waitFor(() => expect(spaces().toSorted()).toEqual([one, other].toSorted()), 120_000)
  reported.mockRestore()
})

test('what is noticed again soon after a scan that noticing led to begins no other', async () => {
  const [id] = await spaceOn('noticed', (folder) => writeFile(join(folder, 'a.txt'), 'a'))
  await settled()
  const scannedAfter = async (milliseconds: number) => {
    const noticed = server.app.files.scans.rescanSoon(id)
    now += milliseconds
    await noticed
    await settled()
    return (await spaceOf(id)).scannedAt
  }
  const first = await scannedAfter(60_000)
  expect(await scannedAfter(10_000)).toBe(first)
  now += 30_000
  expect(await scannedAfter(0)).not.toBe(first)
})
