import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileStorageEndpoints } from '@vermilion/contract/settings/file-storage'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refusal, startFaultProxy } from '#platform/blobs/testing/fault-proxy'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { startBucketServer, type BucketServer } from '../../../testing/bucket-server.ts'
import { startProgram } from './testing/run-program.ts'
import { describeTree, writeTree } from './testing/sample-files.ts'

const buckets = await testBuckets()
const { changeFileStorage } = fileStorageEndpoints
const megabyte = 1024 ** 2

describe.skipIf(buckets === null)(`data of runs from the bucket${skippedWithoutS3}`, () => {
  let server: BucketServer
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>
  let folder = ''
  const [stored, other, own] = [randomBytes(40 * megabyte), randomBytes(5 * megabyte), randomBytes(6 * megabyte)]
  beforeAll(async () => {
    proxy = await startFaultProxy(buckets!.access().endpoint!)
    server = await startBucketServer(proxy.address)
    folder = await mkdtemp(join(tmpdir(), 'vermilion-direct-data-'))
    await server.platform.blobs.putAll([stored, other])
    await writeTree(join(folder, 'source'), {
      'a/stored.bin': stored,
      'own.bin': own,
      'z/other.bin': other,
      'small.txt': Buffer.from('small'),
    })
  })
  afterAll(async () => {
    await server.stop()
    proxy.close()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  let runs = 0
  /** Fetches what a run reads; tells how many bytes of it came from the bucket. */
  async function fetchRun(prepare: (there: string) => Promise<unknown> = async () => undefined) {
    const handle = `direct${(runs += 1)}/run-0`
    const [source, there] = [join(folder, 'source'), join(folder, `there-${runs}`)]
    const mounts = [{ source, target: '/data', readOnly: true }]
    const prepared = await server.app.fetchedData.prepare(handle, mounts)
    const target = join(there, 'data')
    await prepare(target)
    proxy.requests.length = 0
    const program = await startProgram({
      verb: 'fetch',
      folder: there,
      address: server.address,
      prepared,
      mounts: [target],
    })
    const outcome = await program.ended()
    expect(outcome).toMatchObject({ code: 0, errors: '', last: { event: 'fetched' } })
    expect(await describeTree(target)).toEqual(await describeTree(source))
    return { program, fromBucket: proxy.requests.filter((request) => request.includes('X-Amz-Signature')) }
  }

  test('nodes are given no address before a test, nor when they are not to be', async () => {
    expect((await fetchRun()).fromBucket).toEqual([])
    await server.testDirect()
    await server.call(changeFileStorage, { body: { nodes: 'off' } })
    expect((await fetchRun()).fromBucket).toEqual([])
  })

  test('large files that are content of the bucket come from there, all others from the server', async () => {
    await server.call(changeFileStorage, { body: { nodes: 'automatic' } })
    const { program, fromBucket } = await fetchRun()
    expect(fromBucket).toHaveLength(2)
    expect(program.saw('not-from-store')).toBeUndefined()
  })

  test('a fetch that was killed goes on in the bucket at the byte where it was', async () => {
    const { fromBucket } = await fetchRun(async (target) => {
      await writeTree(join(target, 'a'), { 'stored.bin': stored.subarray(0, 30 * megabyte) })
    })
    expect(fromBucket.some((request) => request.endsWith(` bytes=${30 * megabyte}-`))).toBe(true)
  })

  test('what the bucket refuses, breaks off or damages comes from the server, and no address is printed', async () => {
    const damaged = { status: 200, body: 'x'.repeat(5 * megabyte) }
    for (const fault of [refusal(403, 'AccessDenied'), { cutReplyAt: 3 * megabyte }, { reply: damaged }]) {
      proxy.decide(({ url }) => (url.includes('X-Amz-Signature') ? fault : undefined))
      const { program } = await fetchRun()
      const { reason = '' } = (program.saw('not-from-store') ?? program.saw('checksum-differs') ?? {}) as {
        reason?: string | number
      }
      expect(program.saw('not-from-store') ?? program.saw('checksum-differs')).toBeDefined()
      expect(String(reason)).not.toContain('X-Amz')
    }
    proxy.decide(() => undefined)
  })

  test('a bucket that nodes do not reach is tried once, and the server sends all', async () => {
    const { direct } = server.platform.blobs
    const address = async () => 'http://127.0.0.1:1/never?X-Amz-Signature=secret'
    const reached = vi.spyOn(server.platform.blobs, 'direct', 'get').mockReturnValue({ ...direct!, address })
    const { program } = await fetchRun()
    expect(program.saw('not-from-store')).toMatchObject({ reason: expect.stringContaining('ECONNREFUSED') })
    reached.mockRestore()
  })
})
