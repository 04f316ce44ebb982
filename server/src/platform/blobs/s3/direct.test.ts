import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
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
