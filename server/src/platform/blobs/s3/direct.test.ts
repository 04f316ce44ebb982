import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { directPartBytes } from '@vermilion/contract/files/direct-uploads'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { BucketAccess } from '../../../config.ts'
import { chunks } from '../testing/content.ts'
import { skippedWithoutS3, testBuckets } from '../testing/s3-server.ts'
import { createRemoteBlobs, type RemoteBlobs } from '../remote.ts'
import { createCall } from './connection.ts'
import { createBucketContents } from './contents.ts'
import { copyObject } from './copy.ts'
import { deleteStaged } from './upload.ts'

const buckets = await testBuckets()
const machine = mkdtempSync(join(tmpdir(), 'vermilion-direct-'))
afterAll(() => rmSync(machine, { recursive: true }))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(buckets === null)(`a bucket that others reach${skippedWithoutS3}`, () => {
  let access: BucketAccess
  let blobs: RemoteBlobs
  beforeEach(() => {
    access = buckets!.access()
    const contents = createBucketContents(access, buckets!.keys)
    blobs = createRemoteBlobs({ contents, incoming: join(machine, 'incoming'), copies: join(machine, 'copies') })
  })
  const direct = () => blobs.direct!

  async function keys(): Promise<string[]> {
    return createCall(access, buckets!.keys)('list', async ({ client, library }) => {
      const location = { Bucket: access.bucket, Prefix: `${access.prefix}/` }
      const [{ Contents = [] }, { Uploads = [] }] = await Promise.all([
        client.send(new library.ListObjectsV2Command(location)),
        client.send(new library.ListMultipartUploadsCommand(location)),
      ])
      return [...Contents, ...Uploads].map(({ Key = '' }) => Key.slice(access.prefix.length + 1)).toSorted()
    })
  }

  async function putParts(addresses: readonly string[], content: Uint8Array): Promise<void> {
    for (const [index, address] of addresses.entries()) {
      const body = content.slice(index * directPartBytes, (index + 1) * directPartBytes)
      expect((await fetch(address, { method: 'PUT', body })).status).toBe(200)
    }
  }

  test('an address ends, and there is none of what is not there', async () => {
    const { checksum } = await blobs.put(chunks('some content'))
    const address = (await direct().address(checksum, { seconds: 4 })) ?? ''
    expect(await (await fetch(address)).text()).toBe('some content')
    await expect.poll(async () => (await fetch(address)).status, { timeout: 15_000, interval: 500 }).toBe(403)
    expect(await direct().address('a'.repeat(64), { seconds: 60 })).toBeUndefined()
  })

  test('an upload in parts becomes content, whose checksum is read and not believed', async () => {
    const content = randomBytes(directPartBytes + 1_000_003)
    const { addresses, ...upload } = await direct().begin(content.length)
    const refused = await fetch(addresses[0] ?? '', { method: 'PUT', body: content.subarray(0, 1_000) })
    expect([addresses.length, refused.status]).toEqual([2, 403])
    await putParts(addresses, content)
    await expect(direct().finish(upload, { checksum: 'a'.repeat(64) })).rejects.toThrow('the upload has the checksum')
    const blob = await direct().finish(upload, { checksum: sha256(content) })
    expect(blob).toEqual({ checksum: sha256(content), size: content.length })
    // As after a crash before its row was written.
    expect(await direct().finish(upload)).toEqual(blob)
    await direct().discard(upload)
    await direct().discard(upload)
    expect(await keys()).toEqual([`${blob.checksum.slice(0, 2)}/${blob.checksum}`])
    expect((await buffer(await blobs.open(blob.checksum))).equals(content)).toBe(true)
  })

  test('an upload that is shorter than was said is refused', async () => {
    const { addresses, ...upload } = await direct().begin(directPartBytes * 2)
    await putParts(addresses.slice(0, 1), new Uint8Array(directPartBytes))
    await expect(direct().finish(upload)).rejects.toThrow(`${directPartBytes} bytes`)
    await direct().discard(upload)
    expect(await keys()).toEqual([])
  })

  describe('a file that is sent on while it is written', () => {
    const mebibyte = 1024 ** 2
    const file = join(machine, 'arriving')
    const content = randomBytes(70 * mebibyte + 7)
    const write = (until: number) => writeFileSync(file, content.subarray(0, until))

    test('becomes content whose checksum is that of all', async () => {
      expect(direct().forward(file, 63 * mebibyte)).toBeUndefined()
      const forwarded = direct().forward(file, content.length)!
      for (const until of [8 * mebibyte, 40 * mebibyte, content.length]) {
        write(until)
        forwarded.written(until)
      }
      await expect(forwarded.finish({ checksum: 'a'.repeat(64) })).rejects.toThrow('the upload has the checksum')
      const blob = await forwardAll().finish({ checksum: sha256(content) })
      expect(blob).toEqual({ checksum: sha256(content), size: content.length })
      expect((await buffer(await blobs.open(sha256(content)))).equals(content)).toBe(true)
    })

    function forwardAll() {
      write(content.length)
      const forwarded = direct().forward(file, content.length)!
      forwarded.written(content.length)
      return forwarded
    }

    test('leaves nothing when it is discarded', async () => {
      const forwarded = forwardAll()
      await forwarded.finish()
      await forwarded.discard()
      const checksum = sha256(content)
      expect(await keys()).toEqual([`${checksum.slice(0, 2)}/${checksum}`])
    })

    test('is put as a whole when some of it was not written, or could not be sent', async () => {
      write(40 * mebibyte)
      const forwarded = direct().forward(file, content.length)!
      forwarded.written(40 * mebibyte)
      expect(await forwarded.finish()).toBeUndefined()
      await forwarded.discard()
      const broken = direct().forward(file, content.length)!
      broken.written(content.length)
      expect(await broken.finish()).toBeUndefined()
      await broken.discard()
      expect(await keys()).toEqual([])
    })
  })

  test('what nobody finishes is deleted by a rule, and nothing else', async () => {
    const { checksum } = await blobs.put(chunks('content that stays'))
    await direct().addProbe((id) => id)
    const call = createCall(access, buckets!.keys)
    const staging = `${access.prefix}/incoming/`
    await deleteStaged(call, access.bucket, staging, Date.now() - 3_600_000)
    expect(await keys()).toHaveLength(2)
    await deleteStaged(call, access.bucket, staging, Date.now() + 3_600_000)
    expect(await keys()).toEqual([`${checksum.slice(0, 2)}/${checksum}`])
  })

  test('a content that is too large to be copied at once is copied in ranges, unless it is another by then', async () => {
    const content = randomBytes(11 * 1024 ** 2)
    const call = createCall(access, buckets!.keys)
    const source = { Bucket: access.bucket, Key: `${access.prefix}/incoming/one%20ö` }
    const target = { Bucket: access.bucket, Key: `${access.prefix}/target` }
    const { ETag: tag } = await call('put', ({ client, library }) =>
      client.send(new library.PutObjectCommand({ ...source, Body: content })),
    )
    const copy = { call, object: target, size: content.length }
    for (const maxBytes of [5 * 1024 ** 2, 5 * 1024 ** 3]) {
      await copyObject({ ...source, tag }, copy, maxBytes)
      const { Body } = await call('get', ({ client, library }) => client.send(new library.GetObjectCommand(target)))
      expect(sha256((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(sha256(content))
      await expect(copyObject({ ...source, tag: '"another"' }, copy, maxBytes)).rejects.toThrow()
    }
    expect(await keys()).toEqual(['incoming/one%20ö', 'target'])
  })
})
