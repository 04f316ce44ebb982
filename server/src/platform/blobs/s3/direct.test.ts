import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { directPartBytes } from '@vermilion/contract/files/direct-uploads'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { BucketAccess } from '../../../config.ts'
import type { StagedUpload } from '../blob-store.ts'
import { chunks } from '../testing/content.ts'
import { skippedWithoutS3, testBuckets } from '../testing/s3-server.ts'
import { createRemoteBlobs, type RemoteBlobs } from '../remote.ts'
import { createCall } from './connection.ts'
import { createBucketContents } from './contents.ts'
import { createContentObjects } from './objects.ts'

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
    const blob = await direct().finish(upload, { checksum: sha256(content) })
    await expect(direct().finish(upload, { checksum: 'a'.repeat(64) })).rejects.toThrow('the upload has the checksum')
    expect(blob).toEqual({ checksum: sha256(content), size: content.length })
    // As after a crash before its row was written.
    expect(await direct().finish(upload)).toEqual(blob)
    await direct().discard(upload)
    await direct().discard(upload)
    expect(await keys()).toEqual([`${blob.checksum.slice(0, 2)}/${blob.checksum}.${upload.id}`, `uploads/${upload.id}`])
    expect((await buffer(await blobs.open(blob.checksum))).equals(content)).toBe(true)
  })

  test('an upload that is shorter than was said is refused', async () => {
    const { addresses, ...upload } = await direct().begin(directPartBytes * 2)
    await putParts(addresses.slice(0, 1), new Uint8Array(directPartBytes))
    await expect(direct().finish(upload)).rejects.toThrow(`${directPartBytes} bytes`)
    expect(await keys()).toEqual([])
  })

  describe('an upload that is sent on while it arrives', () => {
    const mebibyte = 1024 ** 2
    const content = randomBytes(70 * mebibyte + 7)
    const checksum = sha256(content)
    const begin = async () => (await direct().beginForwarding(content.length))!

    async function writeTo(upload: StagedUpload, until: number) {
      const forwarded = (await direct().forward(upload))!
      for (let position = forwarded.arrived(); position < until; position += 1_000_000)
        await forwarded.write(content.subarray(position, Math.min(until, position + 1_000_000)))
      return forwarded
    }

    test('becomes content whose checksum is that of all, and which is there once however often it arrives', async () => {
      expect(await direct().beginForwarding(63 * mebibyte)).toBeUndefined()
      const forwarded = await writeTo(await begin(), content.length)
      await expect(forwarded.finish({ checksum: 'a'.repeat(64) })).rejects.toThrow('the upload has the checksum')
      for (const upload of [await begin(), await begin()]) {
        const again = await writeTo(upload, content.length)
        expect(await again.finish({ checksum })).toEqual({ checksum, size: content.length })
        expect(await again.finish()).toEqual({ checksum, size: content.length })
        expect((await buffer(await blobs.open(checksum))).equals(content)).toBe(true)
        expect((await buffer(await blobs.open(checksum, { start: 7, end: 9 }))).equals(content.subarray(7, 10))).toBe(
          true,
        )
        expect(await Array.fromAsync(blobs.list())).toMatchObject([{ checksum, size: content.length }])
        expect(await keys()).toContain(`uploads/${upload.id}`)
      }
      const address = (await direct().address(checksum, { seconds: 60 })) ?? ''
      expect(sha256(new Uint8Array(await (await fetch(address)).arrayBuffer()))).toBe(checksum)
      await blobs.delete(checksum)
      expect(await blobs.stat(checksum)).toBeUndefined()
      expect((await keys()).filter((key) => key.includes(checksum))).toEqual([])
      await expect(blobs.open(checksum)).rejects.toMatchObject({ code: 'ENOENT' })
    })

    test('goes on after a failure from what the bucket has, and is read for its checksum', async () => {
      const upload = await begin()
      const broken = await writeTo(upload, 40 * mebibyte)
      await broken.stop()
      const forwarded = await writeTo(upload, content.length)
      expect(await forwarded.finish({ checksum })).toEqual({ checksum, size: content.length })
      // As after a crash before its row was written.
      expect((await direct().forward(upload))?.arrived()).toBe(content.length)
    })

    test('is not gone on with when the bucket has nothing of it any more', async () => {
      const upload = await begin()
      await direct().discard(upload)
      expect(await direct().forward(upload)).toBeUndefined()
      expect(await keys()).toEqual([])
    })
  })

  test('what nobody finishes is deleted by a rule, and nothing else', async () => {
    const { checksum } = await blobs.put(chunks('content that stays'))
    const content = randomBytes(1_000)
    const { addresses, ...upload } = await direct().begin(content.length)
    await putParts(addresses, content)
    await direct().finish(upload)
    const remaining = await keys()
    expect(remaining).toEqual(expect.arrayContaining([`${checksum.slice(0, 2)}/${checksum}`, `uploads/${upload.id}`]))
    await direct().addProbe((id) => id)
    const objects = createContentObjects(createCall(access, buckets!.keys), access.bucket, `${access.prefix}/`)
    await objects.deleteUnnamed(Date.now() - 3_600_000)
    expect(await keys()).toHaveLength(remaining.length + 1)
    await objects.deleteUnnamed(Date.now() + 3_600_000)
    expect(await keys()).toEqual(remaining)
  })
})
