import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileEndpoints } from '@vermilion/contract/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesOf } from '#platform/batches'
import { refusal } from '#platform/blobs/testing/fault-proxy'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import {
  filesOf,
  makeVersionedBucket,
  scanAgain,
  spaceOf,
  spaceOnBucket,
  startBucket,
  type TestBucket,
} from '../testing/in-bucket.ts'
import { bytesOf, picture } from '../testing/space-with.ts'
import type { FileRow } from '../store.ts'
import { createInPlaceStore } from './store.ts'

const buckets = await testBuckets()
/** Null where the server has none. */
const versioned = buckets && (await makeVersionedBucket(buckets))
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

describe.skipIf(buckets === null)(`a bucket that is indexed in place${skippedWithoutS3}`, () => {
  let server: TestServer
  let bucket: TestBucket
  beforeAll(async () => {
    ;[server, bucket] = await Promise.all([startTestServer(), startBucket(buckets!)])
  })
  afterAll(async () => {
    await server.stop()
    bucket.proxy.close()
  })

  const settled = () => server.platform.jobs.settled()
  const scan = async (spaceId: string, acceptEmpty = false) => {
    await scanAgain(server, spaceId, acceptEmpty)
    await settled()
    return spaceOf(server, spaceId)
  }
  const content = (id: string, headers: Record<string, string> = {}) =>
    server.fetch(`/files/${id}/content`, { headers })
  let storages = 0
  let spaces = 0
  async function index(folder: string): Promise<string> {
    const storageId = await bucket.addStorage(server, `storage ${(storages += 1)}`)
    const id = await spaceOnBucket(server, `${bucket.path}/${folder}`, storageId, `space ${(spaces += 1)}`)
    await settled()
    return id
  }

  test('is listed and read: odd keys, folders, counters, sizes of pictures; what no path can be is told', async () => {
    const jpeg = await bytesOf(picture(40, 30).jpeg())
    const odd = ['a b/c+d/100%.txt', 'ü/é.txt', 'a-b', 'a/x', 'a.b', 'a0', '\u{1F600}.txt', '\uE000.txt', 'q&<r>.txt']
    for (const path of odd) await bucket.put(`odd/${path}`, path)
    await bucket.put('odd/photos/1.jpg', jpeg)
    await bucket.put('odd/photos/broken.png', 'no picture')
    await bucket.put('odd/back\\slash.txt')
    await bucket.put('odd/control\u0007.txt')
    await bucket.put('odder/not in it')
    const id = await index('odd')
    const space = await spaceOf(server, id)
    const files = await filesOf(server, id)
    expect([...files.keys()].toSorted()).toEqual([...odd, 'photos/1.jpg', 'photos/broken.png'].toSorted())
    expect(space).toMatchObject({ status: 'success', fileCount: odd.length + 2 })
    expect(space.scanReport).toMatchObject({ added: odd.length + 2, changed: 0, removed: 0, problem: null })
    expect(space.scanReport?.skipped.map(({ count }) => count)).toEqual([1, 1])
    for (const path of odd) {
      const file = files.get(path)
      expect(file, path).toMatchObject({ size: Buffer.byteLength(path), checksum: sha256(path) })
      expect(await (await content(file!.id)).text()).toBe(path)
    }
    expect(files.get('photos/1.jpg')).toMatchObject({ width: 40, height: 30, broken: false, checksum: sha256(jpeg) })
    expect(files.get('photos/broken.png')).toMatchObject({ broken: true })
    const { items } = await server.call(fileEndpoints.listFolders, { params: { spaceId: id }, query: {} })
    expect(items.map(({ path, fileCount }) => [path, fileCount]).toSorted()).toEqual(
      [
        ['a', 1],
        ['a b', 1],
        ['photos', 2],
        ['ü', 1],
      ].toSorted(),
    )
    const range = await content(files.get('a b/c+d/100%.txt')!.id, { range: 'bytes=2-4' })
    expect([range.status, await range.text()]).toEqual([206, 'b/c'])
  })

  test('a later look reads only what has changed, finds what is gone, and folders go with their last file', async () => {
    for (const path of ['deep/er/1.txt', 'deep/er/2.txt', 'deep/3.txt', 'z.txt']) await bucket.put(`look/${path}`)
    let id = ''
    const first = await bucket.requestsOf(async () => (id = await index('look')))
    expect(first).toEqual(['deep/3.txt', 'deep/er/1.txt', 'deep/er/2.txt', 'z.txt'].map((path) => `GET look/${path}`))
    expect(await bucket.requestsOf(() => scan(id))).toEqual([])
    await bucket.put('look/deep/3.txt', 'changed')
    await bucket.put('look/new/4.txt')
    for (const name of ['1', '2']) await bucket.remove(`look/deep/er/${name}.txt`)
    expect(await bucket.requestsOf(() => scan(id))).toEqual(['GET look/deep/3.txt', 'GET look/new/4.txt'])
    const space = await spaceOf(server, id)
    expect(space).toMatchObject({ fileCount: 3, scanReport: { added: 1, changed: 1, removed: 2 } })
    const { items } = await server.call(fileEndpoints.listFolders, { params: { spaceId: id }, query: {} })
    expect(items.map(({ path }) => path).toSorted()).toEqual(['deep', 'new'])
    const deep = await server.call(fileEndpoints.listFolders, { params: { spaceId: id }, query: { folder: 'deep' } })
    expect(deep.items).toEqual([])
  })

  test('an object that was overwritten is told as changed, and is never taken for what it was', async () => {
    await bucket.put('over/a.txt', 'the first')
    const id = await index('over')
    const file = (await filesOf(server, id)).get('a.txt')!
    expect(file.checksum).toBe(sha256('the first'))
    await server.platform.blobs.withLocalFile(file.checksum!, async () => true)
    server.platform.contentPlaces.copies.discard(file.checksum!)
    await bucket.put('over/a.txt', 'the other')
    expect(await server.platform.blobs.open(file.checksum!).catch(({ code }) => code)).toBe('ENOENT')
    expect(await server.platform.blobs.open(file.checksum!, { start: 0, end: 2 }).catch(({ code }) => code)).toBe(
      'ENOENT',
    )
    const response = await content(file.id)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ data: { error: 'file.unreachable' } })
    // Having been noticed, it is looked at again.
    await settled()
    const now = (await filesOf(server, id)).get('a.txt')!
    expect(now).toMatchObject({ id: file.id, checksum: sha256('the other') })
    expect(await (await content(now.id)).text()).toBe('the other')
  })

  test('what was read of an object is not noted for one that replaced it within a second', async () => {
    await bucket.put('second/a.txt', 'the first')
    await index('second')
    const query = server.platform.database.query<{ files: FileRow }>()
    const rows = query.selectFrom('files').selectAll().where('checksum', '=', sha256('the first'))
    const row = await rows.where('path', '=', 'a.txt').orderBy('number', 'desc').executeTakeFirstOrThrow()
    const replaced = { version: '"another"', checksum: null, examined: 0 } as const
    await query.updateTable('files').set(replaced).where('id', '=', row.id).execute()
    const store = createInPlaceStore(server.platform.database)
    await store.setChecksum(row, sha256('the first'))
    await store.setDone(row)
    const now = await query.selectFrom('files').selectAll().where('id', '=', row.id).executeTakeFirst()
    expect(now).toMatchObject(replaced)
  })

  test('a key that is revoked keeps the index, says so, and nothing is taken for broken; later all is well', async () => {
    const jpeg = await bytesOf(picture(60, 50).jpeg())
    for (const name of ['1', '2', '3']) await bucket.put(`revoked/${name}.jpg`, jpeg)
    bucket.proxy.decide(({ method, url }) =>
      method === 'GET' && url.includes('.jpg') ? refusal(403, 'InvalidAccessKeyId') : undefined,
    )
    const id = await index('revoked')
    const files = await filesOf(server, id)
    expect([...files.values()].map(({ broken, width }) => [broken, width])).toEqual([1, 2, 3].map(() => [false, null]))
    const thumbnail = await server.fetch(`/files/${files.get('1.jpg')?.id}/thumbnail`)
    expect(thumbnail.status).toBe(503)
    bucket.proxy.decide(() => refusal(403, 'InvalidAccessKeyId'))
    const refused = await scan(id)
    expect(refused).toMatchObject({ status: 'error', fileCount: 3 })
    expect(refused.scanReport?.problem?.en).toMatch(/cannot be reached: The service refused the key.*The index is kept/)
    bucket.proxy.decide(() => undefined)
    expect(await scan(id)).toMatchObject({ status: 'success', fileCount: 3 })
    await settled()
    for (const file of (await filesOf(server, id)).values()) expect(file).toMatchObject({ width: 60, broken: false })
  })

  test('a list of several pages has every object once, and a key revoked in the middle of it is told as at its beginning', async () => {
    const paths = Array.from({ length: 2_100 }, (_, at) => `long/${at % 7}/${at}.txt`)
    for (const some of batchesOf(paths, 100)) await Promise.all(some.map((path) => bucket.put(path, 'x')))
    bucket.proxy.decide(({ url }) => (url.includes('start-after=') ? refusal(403, 'InvalidAccessKeyId') : undefined))
    const id = await index('long')
    const refused = await spaceOf(server, id)
    expect(refused).toMatchObject({ status: 'error', fileCount: 1_000 })
    expect(refused.scanReport?.problem?.en).toMatch(/cannot be reached: The service refused the key.*The index is kept/)
    bucket.proxy.decide(() => undefined)
    expect(await scan(id)).toMatchObject({
      status: 'success',
      fileCount: 2_100,
      scanReport: { added: 1_100, removed: 0 },
    })
  })

  test('a prefix without objects that had some keeps its index until that is confirmed', async () => {
    await bucket.put('emptied/a.txt')
    const id = await index('emptied')
    await bucket.remove('emptied/a.txt')
    expect(await scan(id)).toMatchObject({ status: 'error', fileCount: 1, scanReport: { emptied: true } })
    expect(await scan(id, true)).toMatchObject({ status: 'success', fileCount: 0, scanReport: { removed: 1 } })
  })

  test.skipIf(versioned === null)(
    'an object of a bucket with versions is read as it was, also when it was overwritten',
    async () => {
      const old = await startBucket(buckets!, { bucket: versioned! })
      await old.put('a.txt', 'the first')
      const id = await spaceOnBucket(server, old.path, await old.addStorage(server, 'versions'), 'versions')
      await settled()
      const file = (await filesOf(server, id)).get('a.txt')!
      await old.put('a.txt', 'the other')
      await scan(id)
      expect((await filesOf(server, id)).get('a.txt')).toMatchObject({ checksum: sha256('the other') })
      server.platform.contentPlaces.copies.discard(file.checksum!)
      expect(await text(await server.platform.blobs.open(file.checksum!))).toBe('the first')
      expect(await text(await server.platform.blobs.open(file.checksum!, { start: 4, end: 6 }))).toBe('fir')
      expect(await server.platform.blobs.stat(file.checksum!)).toMatchObject({ size: 9 })
      old.proxy.close()
    },
  )
})
