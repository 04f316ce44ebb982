import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { BucketAccess } from '../../../config.ts'
import { chunks } from '../testing/content.ts'
import { skippedWithoutS3, testBuckets } from '../testing/s3-server.ts'
import { createRemoteBlobs, type RemoteBlobs } from '../remote.ts'
import { createCall } from './connection.ts'
import { createBucketContents } from './contents.ts'
import { deleteStaged } from './upload.ts'

const buckets = await testBuckets()
const machine = mkdtempSync(join(tmpdir(), 'vermilion-direct-'))
afterAll(() => rmSync(machine, { recursive: true }))

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

  test('an address ends, and there is none of what is not there', async () => {
    const { checksum } = await blobs.put(chunks('some content'))
    const address = (await direct().address(checksum, { seconds: 4 })) ?? ''
    expect(await (await fetch(address)).text()).toBe('some content')
    await expect.poll(async () => (await fetch(address)).status, { timeout: 15_000, interval: 500 }).toBe(403)
    expect(await direct().address('a'.repeat(64), { seconds: 60 })).toBeUndefined()
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
})
