import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints, uploadPath } from '@vermilion/contract/files'
import { pathOf } from '@vermilion/contract/kernel/request'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { monitoringEndpoints } from '@vermilion/contract/monitoring/endpoints'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { clockOf } from '#platform/clock'
import { datasetOf, picture } from '../../../areas/datasets/testing/pictures.ts'
import { exportWhen } from '../../../areas/datasets/testing/storage.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { packOf, sendPack } from '../../../testing/upload-pack.ts'
import { beginUpload, receivedBytes, sendBytes, upload, uploadAddress } from '../../../testing/upload.ts'
import { refusal, startFaultProxy } from '../testing/fault-proxy.ts'
import { skippedWithoutS3, testBuckets } from '../testing/s3-server.ts'

const buckets = await testBuckets()

describe.skipIf(buckets === null)(`the bucket of all contents away${skippedWithoutS3}`, () => {
  let server: TestServer
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>
  let spaceId = ''
  let ahead = 0
  const written: string[] = []
  const answered: string[] = []

  beforeAll(async () => {
    const { bucket, prefix, endpoint } = buckets!.access()
    proxy = await startFaultProxy(endpoint!)
    vi.stubEnv('AWS_ACCESS_KEY_ID', buckets!.keys.accessKeyId)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', buckets!.keys.secretAccessKey)
    const log = new Writable({ write: (line, _, done) => (written.push(String(line)), done()) })
    server = await startTestServer({
      log: pino({ level: 'trace' }, log),
      clock: clockOf(() => Date.now() + ahead),
      monitoring: { interval: 50 },
      environment: {
        VERMILION_BLOBS: `s3://${bucket}/${prefix}?style=path`,
        AWS_ENDPOINT_URL: proxy.address,
        AWS_REGION: 'us-east-1',
      },
    })
    spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'away', path: 'away' } })).id
  })
  afterEach(() => proxy.decide(() => undefined))
  afterAll(async () => {
    proxy.close()
    await server.stop()
    vi.unstubAllEnvs()
  })

  const leave = () => proxy.decide(() => ({ cutRequestAt: -1, cutReplyAt: 0 }))
  const comeBack = () => proxy.decide(() => undefined)
  const files = async () =>
    (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 500 } })).items
  const replyOf = async (response: Response) => {
    const text = await response.text()
    answered.push(text)
    return { status: response.status, ...(JSON.parse(text || '{}') as object) }
  }
  const away = { status: 503, code: 503580 }

  test.each([
    ['a small one', 20_000],
    ['a large one', 200_000],
  ])(
    'an upload waits: %s is told so, loses no byte and ends when it is back',
    async (name, size) => {
      const content = new Uint8Array(randomBytes(size))
      const address = uploadAddress(await beginUpload(server, { spaceId, path: `${name}.bin` }, size))
      leave()
      expect(await replyOf(await sendBytes(server, address, 0, content))).toMatchObject(away)
      comeBack()
      const offset = await receivedBytes(server, address)
      if (offset < size) expect((await sendBytes(server, address, 0, content)).status).toBe(204)
      expect(await files()).toEqual(expect.arrayContaining([expect.objectContaining({ path: `${name}.bin`, size })]))
    },
    60_000,
  )

  test('one that comes with its creation, and a pack, are told so and can be sent again', async () => {
    const content = new Uint8Array(randomBytes(100_000))
    const body = packOf(spaceId, [{ path: 'pack.bin', content }])
    leave()
    const metadata = [
      ['spaceId', spaceId],
      ['path', 'created.bin'],
    ].map(([key, value]) => `${key} ${Buffer.from(value!).toString('base64')}`)
    const create = () =>
      server.fetch(uploadPath, {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': '100000',
          'upload-metadata': metadata.join(','),
          'content-type': 'application/offset+octet-stream',
        },
        body: content,
      })
    const previous = await readdir(join(server.data, 'uploads'))
    expect(await replyOf(await create())).toMatchObject(away)
    expect(await replyOf(await sendPack(server, body))).toMatchObject(away)
    expect(await readdir(join(server.data, 'uploads'))).toEqual(previous)
    comeBack()
    expect((await create()).status).toBe(201)
    expect((await sendPack(server, body)).status).toBe(200)
    expect((await files()).map(({ path }) => path)).toEqual(expect.arrayContaining(['created.bin', 'pack.bin']))
  }, 60_000)

  test('health says since when and why, an alert begins after a while, and both end', async () => {
    const check = async () => {
      const { results } = await server.call(monitoringEndpoints.getHealthChecks, {})
      return results.find(({ id }) => id === 'file-storage')!
    }
    const alerts = async () =>
      (await server.call(alertEndpoints.listAlerts, { query: { rule: 'storage-unreachable', state: 'open' } })).items
    expect(await check()).toMatchObject({ state: 'ok' })
    proxy.decide(() => refusal(503, 'SlowDown'))
    const pack = packOf(spaceId, [{ path: 'x.bin', content: randomBytes(10) }])
    expect(await replyOf(await sendPack(server, pack))).toMatchObject(away)
    await expect.poll(check, { timeout: 15_000 }).toMatchObject({ state: 'problem' })
    const [finding] = (await check()).findings
    expect(finding!.en).toMatch(/^s3:\/\/vermilion-tests\/\S+ has been away since 20\S+Z: .*for now/)
    expect(finding!.zh).toMatch(/自 20\S+Z 起无法使用：.*限制调用/)
    expect(await alerts()).toEqual([])
    ahead = 6 * 60_000
    await expect.poll(alerts).toMatchObject([{ severity: 'critical', object: { id: 'file-storage' } }])
    comeBack()
    expect((await sendPack(server, pack)).status).toBe(200)
    await expect.poll(alerts).toEqual([])
    await expect.poll(check, { timeout: 15_000 }).toMatchObject({ state: 'ok' })
    ahead = 0
  }, 60_000)

  test('pictures wait to be looked at, and an export and an import to be made; none is called broken', async () => {
    const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'pictures', path: 'pictures' } })
    for (const seed of [1, 2, 3]) await upload(server, { spaceId: id, path: `${seed}.png` }, await picture(seed + 100))
    const dataset = await datasetOf(server, id, { name: 'waiting' })
    leave()
    await upload(server, { spaceId: id, path: '4.png' }, await picture(104)).catch(() => undefined)
    const unread = (await files()).find(({ path }) => path === 'a large one.bin')!
    const refused = await replyOf(
      await server.fetch(pathOf(fileEndpoints.fileContent, { params: { fileId: unread.id }, query: {} })),
    )
    expect(refused).toMatchObject({ ...away, message: expect.stringContaining(unread.checksum!) })
    const params = { datasetId: dataset.id }
    const made = await server.call(datasetExportEndpoints.createExport, { params, body: { format: 'coco' } })
    const added = await server.call(datasetEndpoints.addImages, {
      params,
      body: { spaceId: id, selection: { filter: { recursive: true } } },
    })
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    expect(await server.call(datasetExportEndpoints.getExport, { params: { exportId: made.id } })).toMatchObject({
      status: 'preparing',
    })
    comeBack()
    expect(await exportWhen(server, made.id, ({ status }) => status !== 'preparing', 90)).toMatchObject({
      status: 'ready',
      images: 3,
      unavailable: 0,
    })
    const sources = () => server.call(datasetEndpoints.listSources, { params })
    await expect
      .poll(async () => (await sources()).find((one) => one.id === added.id)?.status, { timeout: 60_000 })
      .toBe('success')
    const all = await server.call(fileEndpoints.listFiles, { params: { spaceId: id }, query: { limit: 10 } })
    expect(all.items.filter(({ broken }) => broken)).toEqual([])
  }, 180_000)

  test('the secret is in no answer and no line of the log', async () => {
    expect(written.length).toBeGreaterThan(20)
    expect(answered.length).toBeGreaterThan(4)
    for (const text of [...written, ...answered]) {
      expect(text).not.toContain(buckets!.keys.secretAccessKey)
      expect(text).not.toMatch(/X-Amz-Signature|Signature=/)
    }
  })
})
