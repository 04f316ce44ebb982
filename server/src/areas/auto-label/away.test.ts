import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { datasetOf } from '../datasets/testing/pictures.ts'
import { quarters, untilRun } from '../datasets/testing/red-dataset.ts'
import { spaceOnBucket, startBucket } from '../files/testing/in-bucket.ts'
import { addModel } from '../models/testing/add-model.ts'
import { redDetector } from '../models/testing/onnx.ts'

const buckets = await testBuckets()

describe.skipIf(buckets === null)(`images in a bucket${skippedWithoutS3}`, () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await addModel(server, 'reds', redDetector())
  })
  afterAll(() => server.stop())

  test('R4.03 a run waits while the bucket is away, says so in both languages, and no image fails', async () => {
    const bucket = await startBucket(buckets!)
    for (const index of [0, 1, 2, 3]) await bucket.put(`${index}.png`, await quarters([1, index / 4, 0, 0]))
    const spaceId = await spaceOnBucket(server, bucket.path, await bucket.addStorage(server), 'bucket')
    await server.platform.jobs.settled()
    const { id: datasetId } = await datasetOf(server, spaceId, { name: 'bucket', labels: [{ name: 'red' }] })
    const { database, contentPlaces, work } = server.platform
    const files = database.reader<{ files: { checksum: string | null; spaceId: string } }>().selectFrom('files')
    for (const { checksum } of await files.select('checksum').where('spaceId', '=', spaceId).execute())
      contentPlaces.copies.discard(checksum ?? '')

    bucket.proxy.decide(() => ({ cutRequestAt: -1, cutReplyAt: 0 }))
    const body = { labeller: 'model:reds', prompt: 'red', scope: { kind: 'all' }, threshold: 0.5 } as const
    const { id: runId } = await server.call(autoLabelEndpoints.startAutoLabel, { params: { datasetId }, body })
    const reason = () =>
      vi.waitUntil(
        async () => (await work.list('admin')).find(({ kind, reason }) => kind === 'auto-label' && reason)?.reason,
        { timeout: 50_000, interval: 100 },
      )
    expect(await reason()).toEqual({
      en: expect.stringMatching(/closed the connection/),
      zh: expect.stringMatching(/[\u4E00-\u9FFF]/),
    })
    expect(await server.call(autoLabelEndpoints.getAutoLabel, { params: { runId } })).toMatchObject({
      status: 'running',
      failed: 0,
    })
    bucket.proxy.decide(() => undefined)
    expect(await untilRun(server, runId)).toMatchObject({ status: 'success', images: 4, done: 4, failed: 0 })
    bucket.proxy.close()
  }, 100_000)
})
