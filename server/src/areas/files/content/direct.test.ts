import { randomBytes } from 'node:crypto'
import { fileStorageEndpoints } from '@vermilion/contract/settings/file-storage'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refusal, startFaultProxy } from '#platform/blobs/testing/fault-proxy'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { startBucketServer, type BucketServer } from '../../../testing/bucket-server.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { fileAt, spaceWith } from '../testing/space-with.ts'

const buckets = await testBuckets()
const { getFileStorage, changeFileStorage, beginDirectTest } = fileStorageEndpoints

test('files in the data folder are not sent past the server', async () => {
  const server = await startTestServer()
  const visible = await server.call(getFileStorage, {})
  // Where the tests themselves run over a bucket, there is one.
  if (visible.bucket === null) {
    expect(visible).toMatchObject({ folder: server.data, endpoint: null, browsers: null, areNodesDirect: false })
    await expect(server.call(beginDirectTest, {})).rejects.toMatchObject({ reason: 'file-storage.no-bucket' })
    await expect(server.call(changeFileStorage, { body: { nodes: 'on' } })).rejects.toThrow(/40976/)
  }
  await server.stop()
})

describe.skipIf(buckets === null)(`downloads past the server${skippedWithoutS3}`, () => {
  let server: BucketServer
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>
  let spaceId = ''
  const content = randomBytes(9 * 1024 ** 2)
  beforeAll(async () => {
    proxy = await startFaultProxy(buckets!.access().endpoint!)
    server = await startBucketServer(proxy.address)
    spaceId = await spaceWith(server, 'videos', { 'small.mp4': new Uint8Array(1_000) })
    await upload(server, { spaceId, path: '北京 "1".mp4' }, content)
    const raw = { width: 1_800, height: 1_800, channels: 3 } as const
    const noise = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
      .png({ compressionLevel: 0 })
      .toBuffer()
    await upload(server, { spaceId, path: 'large.png' }, noise)
  })
  afterAll(async () => {
    await server.stop()
    proxy.close()
    vi.unstubAllEnvs()
  })

  async function download(path: string, query = '', headers: Record<string, string> = server.cookie) {
    const { id } = await fileAt(server, spaceId, path)
    return server.fetch(`/files/${id}/content${query}`, { headers, redirect: 'manual' })
  }

  const policy = async () => (await fetch(`${server.address}/login`)).headers.get('content-security-policy') ?? ''

  test('nobody is sent to the bucket before a test has held, or after one that failed', async () => {
    expect((await download('北京 "1".mp4')).status).toBe(200)
    expect(await policy()).not.toContain(proxy.address)
    for (const outcome of ['rules-missing', 'write-rule-missing', 'refused', 'unreachable'] as const) {
      expect(await server.testDirect(outcome)).toMatchObject({ browsers: { outcome } })
      expect((await download('北京 "1".mp4')).status).toBe(200)
      expect(await policy()).not.toContain(proxy.address)
    }
  })

  test('what a browser claims without having written the object is not believed', async () => {
    const { id: probeId } = await server.call(beginDirectTest, {})
    const body = { test: { probeId, outcome: 'direct', origin: 'http://console.example' } } as const
    const visible = await server.call(changeFileStorage, { body })
    expect(visible).toMatchObject({ browsers: { outcome: 'unreachable', origin: 'http://console.example' } })
    const again = await server.call(changeFileStorage, { body })
    expect(again.browsers?.outcome).toBe('unreachable')
  })

  test('only the script of a test reaches the bucket before it has held', async () => {
    const { id: probeId } = await server.call(beginDirectTest, {})
    const script = await server.fetch('/settings/file-storage/probe.js', { headers: server.cookie })
    expect(script.headers.get('content-type')).toContain('text/javascript')
    const own = script.headers.get('content-security-policy')
    expect(own).toMatch(
      new RegExp(`^default-src 'none'; connect-src ${proxy.address}/vermilion-tests/[0-9a-f]+/\\d+/$`),
    )
    const origin = 'https://console.example'
    await server.call(changeFileStorage, { body: { test: { probeId, outcome: 'rules-missing', origin } } })
  })

  test('after a test that held, large files come from the bucket, and nothing else does', async () => {
    expect(await server.testDirect()).toMatchObject({ browsers: { outcome: 'direct' }, areNodesDirect: true })
    expect(await server.keys()).not.toContainEqual(expect.stringContaining('incoming'))
    const sent = await download('北京 "1".mp4', '?download=true')
    const address = sent.headers.get('location') ?? ''
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([307, 'no-store'])
    expect(address.startsWith(`${proxy.address}/vermilion-tests/`)).toBe(true)
    const received = await fetch(address)
    expect(Buffer.from(await received.arrayBuffer()).equals(content)).toBe(true)
    expect(received.headers.get('content-type')).toBe('video/mp4')
    const name = encodeURIComponent('北京 "1".mp4')
    expect(received.headers.get('content-disposition')).toBe(
      `attachment; filename="__ _1_.mp4"; filename*=UTF-8''${name}`,
    )
    const viewed = (await download('北京 "1".mp4')).headers.get('location') ?? ''
    const part = await fetch(viewed, { headers: { range: 'bytes=5-9' } })
    expect([part.status, part.headers.get('content-disposition')]).toEqual([206, null])
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(5, 10))).toBe(true)
    expect((await download('small.mp4')).status).toBe(200)
    // The studio reads its pixels, which it may of its own origin alone.
    expect((await download('large.png')).status).toBe(200)
    const { id } = await fileAt(server, spaceId, 'large.png')
    const studio = await server.fetch(`/files/${id}/picture`, { headers: server.cookie, redirect: 'manual' })
    expect([studio.status, studio.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await download('large.png', '?download=true')).status).toBe(307)
    // A program with a token may run where the bucket is not reached.
    expect((await download('北京 "1".mp4', '', {})).status).toBe(200)
    expect(await policy()).toMatch(new RegExp(`connect-src ${proxy.address}/\\S+/ 'self'`))
    expect(await policy()).toMatch(new RegExp(`img-src 'self'.*;media-src ${proxy.address}/\\S+ 'self'`))
    expect(await policy()).toMatch(/script-src 'self' 'wasm/)
  })

  test('an address opens one content, until its time is over', async () => {
    const address = (await download('北京 "1".mp4')).headers.get('location') ?? ''
    const small = (await server.keys()).find((key) => key.length > 60 && !address.includes(key)) ?? ''
    const other = address.replace(/[0-9a-f]{2}\/[0-9a-f]{64}/, small)
    expect(other).not.toBe(address)
    const refused = [
      other,
      address.replace('video%2Fmp4', 'text%2Fhtml'),
      address.replace(/Expires=\d+/, 'Expires=99999'),
    ]
    for (const changed of refused) expect([changed, (await fetch(changed)).status]).toEqual([changed, 403])
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
    expect((await fetch(address, { method: 'PUT', body: 'other' })).status).toBe(403)
    expect((await fetch(address)).status).toBe(200)
    expect(address).toMatch(/X-Amz-Expires=14400&/)
  })

  test('while the bucket is away, the server sends what it has', async () => {
    const previous = await download('北京 "1".mp4', '', {})
    expect(Buffer.from(await previous.arrayBuffer()).equals(content)).toBe(true)
    proxy.decide(() => refusal(403, 'AccessDenied'))
    const copy = await download('北京 "1".mp4')
    expect(copy.status).toBe(200)
    expect(Buffer.from(await copy.arrayBuffer()).equals(content)).toBe(true)
    proxy.decide(() => undefined)
  })

  test('transfers go through the server again when somebody wants it so', async () => {
    expect((await download('北京 "1".mp4')).status).toBe(307)
    const visible = await server.call(changeFileStorage, { body: { test: null, nodes: 'off' } })
    expect(visible).toMatchObject({ browsers: null, nodes: 'off', areNodesDirect: false })
    expect((await download('北京 "1".mp4')).status).toBe(200)
    expect(await policy()).not.toContain(proxy.address)
  })
})
