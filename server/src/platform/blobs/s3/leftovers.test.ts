import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BucketAccess } from '../../../config.ts'
import { readConfig } from '../../../config.ts'
import { dataPaths } from '#platform/data-folder'
import { createLifecycle } from '#platform/lifecycle'
import { createLog } from '#platform/log'
import { chunks } from '../testing/content.ts'
import { refusal, startFaultProxy } from '../testing/fault-proxy.ts'
import { skippedWithoutS3, testBuckets } from '../testing/s3-server.ts'
import { createCall } from './connection.ts'
import { createBucketContents } from './contents.ts'
import { openBucketStore } from './store.ts'
import { abortUnfinished } from './upload.ts'

const buckets = await testBuckets()
const machine = mkdtempSync(join(tmpdir(), 'vermilion-leftovers-'))
afterAll(() => rmSync(machine, { recursive: true }))
let proxy: Awaited<ReturnType<typeof startFaultProxy>>
let access: BucketAccess

describe.skipIf(buckets === null)(`what is left in a bucket, and whose it is${skippedWithoutS3}`, () => {
  beforeEach(async () => {
    const direct = buckets!.access()
    proxy = await startFaultProxy(direct.endpoint!)
    access = { ...direct, endpoint: proxy.address }
  })
  afterEach(() => proxy.close())

  test('more uploads that never ended than are listed at once all go after a day, and the younger ones stay', async () => {
    const call = createCall(access, buckets!.keys)
    const location = { Bucket: access.bucket, Prefix: `${access.prefix}/` }
    const unfinished = async () =>
      call('list', async ({ client, library }) => {
        const { Uploads } = await client.send(new library.ListMultipartUploadsCommand(location))
        return Uploads?.length ?? 0
      })
    const start = (index: number) =>
      call('start', ({ client, library }) =>
        client.send(
          new library.CreateMultipartUploadCommand({ Bucket: access.bucket, Key: `${access.prefix}/aa/${index}` }),
        ),
      )
    for (let index = 0; index < 1_020; index += 30)
      await Promise.all(Array.from({ length: 30 }, (_, more) => start(index + more)))
    await createBucketContents(access, buckets!.keys).clear()
    expect(await unfinished()).toBe(1_000)
    await abortUnfinished(call, location, Date.now() + 60_000)
    expect(await unfinished()).toBe(0)
  })

  test('a server that started while the bucket was away takes nothing of another data folder, nor does a command', async () => {
    const openOf = () => {
      const data = mkdtempSync(join(machine, 'data-'))
      const [config, log] = [readConfig({ VERMILION_DATA: data }), createLog('silent')]
      const lifecycle = createLifecycle({ log })
      const blobs = openBucketStore(access, { config, log, lifecycle, paths: dataPaths(data) }, { keys: buckets!.keys })
      return { blobs, lifecycle }
    }
    const { checksum } = await openOf().blobs.put(chunks('of the first'))
    proxy.decide(() => refusal(503, 'SlowDown'))
    const { blobs, lifecycle } = openOf()
    await lifecycle.start()
    proxy.decide(() => undefined)
    const refused = { text: { en: expect.stringMatching(/another data folder .* has its contents in s3:/) } }
    await expect(blobs.delete(checksum)).rejects.toMatchObject(refused)
    await expect(blobs.put(chunks('of the other'))).rejects.toMatchObject(refused)
    await expect(openOf().blobs.delete(checksum)).rejects.toMatchObject(refused)
    expect(await blobs.stat(checksum)).toBeDefined()
    await lifecycle.stop()
  })
})
