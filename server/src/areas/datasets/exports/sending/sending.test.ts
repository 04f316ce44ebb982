import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import { pathOf } from '@vermilion/contract/kernel/request'
import { serviceEndpoints } from '@vermilion/contract/services'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#platform/blobs/testing/fault-proxy'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { datasetOf, spaceWith } from '../../testing/pictures.ts'
import { exportWhen, preparedExport, send, storageBehindProxy } from '../../testing/storage.ts'

const buckets = await testBuckets()

describe.skipIf(buckets === null)(`an export to a bucket${skippedWithoutS3}`, () => {
  let server: TestServer
  let storage: Awaited<ReturnType<typeof storageBehindProxy>>
  let storageId = ''
  let exportId = ''

  beforeAll(async () => {
    server = await startTestServer()
    storage = await storageBehindProxy(buckets!)
    storageId = await storage.addTo(server)
    const space = await spaceWith(server, 'sent', ['a/1.png', 'a/图 2.png', 'b/3.png'])
    const { id } = await datasetOf(server, space.id, { name: 'roads' })
    exportId = (await preparedExport(server, id)).id
  })
  afterAll(async () => {
    storage.proxy.close()
    await server.stop()
  })

  const sendTo = (prefix: string, more = {}) =>
    send(server, exportId, { storageId, prefix: `${storage.prefix}/${prefix}`, ...more })

  test('the archive in the bucket is the one that is downloaded, and is listed with its address', async () => {
    const sent = await sendTo('/plain/')
    const address = `s3://${storage.bucket}/${storage.prefix}/plain/roads-coco.zip`
    expect(sent).toEqual({ storage: 'team', address, status: 'sent', progress: null, reason: null })
    const downloaded = await server.fetch(pathOf(datasetExportEndpoints.downloadExport, { params: { exportId } }))
    const bytes = await storage.bytesOf('plain/roads-coco.zip')
    expect(bytes.equals(Buffer.from(await downloaded.arrayBuffer()))).toBe(true)
    expect(await storage.unfinished()).toBe(0)
  })

  test('what is there is replaced only when told', async () => {
    await sendTo('twice')
    const refused = await sendTo('twice')
    expect(refused).toMatchObject({
      status: 'failed',
      reason: { en: expect.stringContaining('there already'), zh: expect.stringContaining('已有内容') },
    })
    expect(await sendTo('twice', { overwrite: true })).toMatchObject({ status: 'sent', reason: null })
    // Somebody puts an object there between the look and the end.
    await expect.poll(storage.unfinished).toBe(0)
  })

  test.each([
    ['a wrong key', { secretKey: 'a-wrong-secret' }, /refused the key \(403\)/, /拒绝了密钥/],
    ['a missing bucket', { bucket: 'not-there-at-all' }, /no bucket named not-there-at-all/, /不存在/],
  ])('%s is told in both languages, at once', async (name, settings, en, zh) => {
    const other = await storage.addTo(server, { name, ...settings })
    const sent = await sendTo(name.replaceAll(' ', '-'), { storageId: other })
    expect(sent).toMatchObject({
      status: 'failed',
      reason: { en: expect.stringMatching(en), zh: expect.stringMatching(zh) },
    })
    expect(JSON.stringify(sent)).not.toContain('a-wrong-secret')
    await server.call(serviceEndpoints.deleteService, { params: { serviceId: other } })
  })

  test('a right that lacks is named, and nothing is left', async () => {
    storage.proxy.decide(({ url }) => (url.includes('partNumber') ? refusal(403, 'AccessDenied') : undefined))
    const sent = await sendTo('forbidden')
    storage.proxy.decide(() => undefined)
    expect(sent.reason?.en).toMatch(/may not do s3:PutObject in the bucket/)
    expect(sent.reason?.zh).toMatch(/无权.*s3:PutObject/)
    await expect.poll(storage.unfinished, { timeout: 10_000 }).toBe(0)
  })

  test('it waits while the storage is away, says why, and goes on when it is back', async () => {
    storage.proxy.decide(() => refusal(503, 'SlowDown'))
    const body = { storageId, prefix: `${storage.prefix}/away` }
    await server.call(datasetExportEndpoints.sendExport, { params: { exportId }, body })
    await expect(server.call(datasetExportEndpoints.sendExport, { params: { exportId }, body })).rejects.toMatchObject({
      reason: 'dataset.export-being-sent',
    })
    const waiting = await exportWhen(server, exportId, ({ sent }) => (sent?.reason ?? null) !== null)
    expect(waiting.sent).toMatchObject({ status: 'sending', reason: { en: /for now/, zh: /限制调用/ } as never })
    storage.proxy.decide(() => undefined)
    const { sent } = await exportWhen(server, exportId, (one) => one.sent?.status !== 'sending')
    expect(sent).toMatchObject({ status: 'sent', reason: null })
  }, 60_000)

  test('one that is stopped while it waits for a part leaves nothing', async () => {
    storage.proxy.decide(({ url }) => (url.includes('partNumber') ? refusal(503, 'SlowDown') : undefined))
    const body = { storageId, prefix: `${storage.prefix}/stopped` }
    await server.call(datasetExportEndpoints.sendExport, { params: { exportId }, body })
    await expect.poll(storage.unfinished).toBe(1)
    const one = (await server.call(workEndpoints.listWork, {})).find(({ stoppable }) => stoppable)
    await server.call(workEndpoints.stopWork, { params: { workId: one!.id } })
    const { sent } = await exportWhen(server, exportId, (now) => now.sent?.status !== 'sending')
    expect(sent).toMatchObject({ status: 'stopped' })
    storage.proxy.decide(() => undefined)
    await expect.poll(storage.unfinished, { timeout: 10_000 }).toBe(0)
    expect((await storage.keys()).filter((key) => key.startsWith('stopped'))).toEqual([])
  })
})
