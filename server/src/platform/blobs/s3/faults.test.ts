import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Failure } from '@vermilion/contract/kernel/errors'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BucketAccess } from '../../../config.ts'
import { readConfig } from '../../../config.ts'
import { dataPaths } from '#platform/data-folder'
import { createLifecycle } from '#platform/lifecycle'
import { createLog } from '#platform/log'
import { createRemoteBlobs } from '../remote.ts'
import { chunks } from '../testing/content.ts'
import { refusal, startFaultProxy, type Fault } from '../testing/fault-proxy.ts'
import { skippedWithoutS3, testBuckets } from '../testing/s3-server.ts'
import { createCall } from './connection.ts'
import { createBucketContents } from './contents.ts'
import { openBucketStore } from './store.ts'
import { abortUnfinished } from './upload.ts'

const buckets = await testBuckets()
const machine = mkdtempSync(join(tmpdir(), 'vermilion-faults-'))
afterAll(() => rmSync(machine, { recursive: true }))
let proxy: Awaited<ReturnType<typeof startFaultProxy>>
let direct: BucketAccess
let access: BucketAccess
let folder = ''

function open(of: BucketAccess = access, keys = buckets!.keys) {
  const [incoming, copies] = [join(folder, 'incoming'), join(folder, 'copies')]
  return createRemoteBlobs({ contents: createBucketContents(of, keys), incoming, copies })
}

/** Each fault once, in their order, of requests that match. */
function inTurn(matches: RegExp, ...faults: Fault[]): void {
  proxy.decide(({ method, url }) => (matches.test(`${method} ${url}`) ? faults.shift() : undefined))
}

async function unfinished(): Promise<number> {
  return createCall(direct, buckets!.keys)('list', async ({ client, library }) => {
    const location = { Bucket: direct.bucket, Prefix: direct.prefix }
    return (await client.send(new library.ListMultipartUploadsCommand(location))).Uploads?.length ?? 0
  })
}

describe.skipIf(buckets === null)(`faults of a bucket${skippedWithoutS3}`, () => {
  beforeEach(async () => {
    direct = buckets!.access()
    proxy = await startFaultProxy(direct.endpoint!)
    access = { ...direct, endpoint: proxy.address }
    folder = mkdtempSync(join(machine, 'here-'))
  })
  afterEach(() => proxy.close())

  const reports: [string, () => Partial<BucketAccess>, Fault | undefined, RegExp, RegExp][] = [
    [
      'a missing bucket',
      () => ({ bucket: 'not-there' }),
      undefined,
      /no bucket named not-there\. Create it/,
      /not-there 不存在/,
    ],
    [
      'a name that nobody knows',
      () => ({ endpoint: 'http://s3.invalid' }),
      undefined,
      /no host named s3\.invalid/,
      /找不到主机/,
    ],
    [
      'a port where nothing listens',
      () => ({ endpoint: 'http://127.0.0.1:1' }),
      undefined,
      /Nothing listens at 127\.0\.0\.1:1/,
      /没有服务在监听/,
    ],
    [
      'a clock that is wrong',
      () => ({}),
      refusal(403, 'RequestTimeTooSkewed'),
      /Set the time of this server/,
      /校准本服务器的时间/,
    ],
    [
      'a right that lacks',
      () => ({}),
      refusal(403, 'AccessDenied'),
      /may not do s3:PutObject in the bucket/,
      /无权.*s3:PutObject/,
    ],
    [
      'a bucket that has too much to do',
      () => ({}),
      refusal(503, 'SlowDown'),
      /does not answer more often for now/,
      /暂时限制调用/,
    ],
    [
      'a page that is no bucket',
      () => ({}),
      { reply: { status: 404, body: '<html>none</html>' } },
      /not the answer of an object storage/,
      /响应不是来自/,
    ],
    ['a connection that always breaks', () => ({}), { cutReplyAt: 0 }, /closed the connection/, /关闭了连接/],
  ]
  test.each(reports)('%s is told in both languages', async (_, more, fault, en, zh) => {
    proxy.decide(() => fault)
    const failure = await open({ ...access, ...more() })
      .put(chunks('content'))
      .then(
        () => undefined,
        (error: Failure) => error,
      )
    expect(failure).toMatchObject({
      reason: 'store.unreachable',
      code: 'EIO',
      text: { en: expect.stringMatching(en), zh: expect.stringMatching(zh) },
    })
  })

  test('a wrong secret is told, of content that is asked for too, and is in no text', async () => {
    const { checksum } = await open().put(chunks('content'))
    const blobs = open(access, { ...buckets!.keys, secretAccessKey: 'a-wrong-secret' })
    const calls = [blobs.open(checksum), blobs.put(chunks('more')), Array.fromAsync(blobs.list())]
    for (const end of await Promise.allSettled(calls)) {
      const error = end.status === 'rejected' ? (end.reason as Failure) : undefined
      expect(error?.text.en).toMatch(/refused the key \(403\)/)
      expect(`${error?.stack} ${JSON.stringify(error)}`).not.toContain('a-wrong-secret')
    }
  })

  test('a bucket that is gone is not taken for content that is', async () => {
    const blobs = open({ ...access, bucket: 'not-there' })
    const error = { reason: 'store.unreachable' }
    await expect(blobs.stat('a'.repeat(64))).rejects.toMatchObject(error)
    await expect(blobs.withLocalFile('a'.repeat(64), async () => true)).rejects.toMatchObject(error)
    expect(await open().stat('a'.repeat(64))).toBeUndefined()
  })

  test('calls are repeated when the bucket is slow, and when connections break', async () => {
    const blobs = open()
    inTurn(/^PUT/, refusal(503, 'SlowDown'), refusal(503, 'SlowDown'), { cutRequestAt: 100_000 }, { cutReplyAt: 0 })
    const bytes = randomBytes(3_000_000)
    const [blob] = await blobs.putAll([bytes])
    expect(proxy.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(5)
    inTurn(/^GET/, refusal(503, 'SlowDown'), refusal(500, 'InternalError'))
    expect((await buffer(await blobs.open(blob!.checksum))).equals(bytes)).toBe(true)
  })

  test('reading goes on at the byte where a connection broke', async () => {
    const blobs = open()
    const bytes = randomBytes(2_000_000)
    const [blob] = await blobs.putAll([bytes])
    proxy.requests.length = 0
    inTurn(/^GET/, { cutReplyAt: 300_000 }, { cutReplyAt: 1_000_000 }, { cutReplyAt: 0 })
    expect((await buffer(await blobs.open(blob!.checksum))).equals(bytes)).toBe(true)
    const ranges = proxy.requests.map((line) => Number(/bytes=(\d+)-1999999$/.exec(line)?.[1] ?? 0))
    // What had arrived and was not read yet is lost with its connection.
    expect(ranges).toEqual(ranges.toSorted((one, other) => one - other))
    expect([ranges[0], ranges[1]! <= 300_000, ranges.at(-1)! <= 1_300_000]).toEqual([0, true, true])
    expect(ranges.at(-1)).toBeGreaterThan(0)
    proxy.requests.length = 0
    inTurn(/^GET/, { cutReplyAt: 1_000 })
    const range = { start: 500_000, end: 1_499_999 }
    expect(
      (await buffer(await open({ ...access }).open(blob!.checksum, range))).equals(bytes.subarray(500_000, 1_500_000)),
    ).toBe(true)
  })

  async function largeFile(size = 100_000_000): Promise<{ file: string; checksum: string }> {
    const [file, bytes] = [join(folder, 'large'), randomBytes(size)]
    await writeFile(file, bytes)
    return { file, checksum: createHash('sha256').update(bytes).digest('hex') }
  }
  const checksumOf = async (content: AsyncIterable<Uint8Array>) => {
    const digest = createHash('sha256')
    for await (const part of content) digest.update(part)
    return digest.digest('hex')
  }

  test('a large file goes in parts, of which those that break are sent again, and whose last answer may be lost', async () => {
    const { file, checksum } = await largeFile()
    const blobs = open()
    const faults: [RegExp, Fault][] = [
      [/^PUT.*partNumber=2/, { cutRequestAt: 10_000_000 }],
      [/^PUT.*partNumber=3/, refusal(503, 'SlowDown')],
      [/^POST.*uploadId=/, { cutReplyAt: 0 }],
    ]
    proxy.decide(({ method, url }) => {
      const at = faults.findIndex(([matches]) => matches.test(`${method} ${url}`))
      return at === -1 ? undefined : faults.splice(at, 1)[0]![1]
    })
    expect(await blobs.putFile(file)).toMatchObject({ checksum, size: 100_000_000 })
    expect(faults).toEqual([])
    expect(await unfinished()).toBe(0)
    expect(await checksumOf(await blobs.open(checksum))).toBe(checksum)
    expect(await blobs.stat(checksum)).toMatchObject({ size: 100_000_000 })
  })

  test('an upload that is called off or fails leaves no part', async () => {
    const { file, checksum } = await largeFile()
    const blobs = open()
    const stop = new AbortController()
    proxy.decide(({ url }) => {
      if (/partNumber=2/.test(url)) stop.abort(new Error('called off'))
      return undefined
    })
    await expect(blobs.putFile(file, { signal: stop.signal })).rejects.toThrow('called off')
    proxy.decide(({ url }) => (/partNumber=3/.test(url) ? refusal(403, 'AccessDenied') : undefined))
    await expect(blobs.putFile(file)).rejects.toMatchObject({ reason: 'store.unreachable' })
    expect([await unfinished(), await blobs.stat(checksum)]).toEqual([0, undefined])
  })

  test('a process that is killed in the middle of an upload leaves parts, which a later start deletes', async () => {
    const { file, checksum } = await largeFile()
    const program = `
      import { createBucketContents } from '${fileURLToPath(new URL('contents.ts', import.meta.url))}'
      const { access, keys, blob, file } = JSON.parse(process.argv[1])
      await createBucketContents(access, keys).write(blob, file)
    `
    const needs = JSON.stringify({ access, keys: buckets!.keys, blob: { checksum, size: 100_000_000 }, file })
    const writer = spawn(process.execPath, ['--input-type=module', '-e', program, needs], { stdio: 'inherit' })
    // The last part never arrives.
    proxy.decide(({ url }) => {
      if (!/partNumber=3/.test(url)) return undefined
      writer.kill('SIGKILL')
      return { cutRequestAt: 0 }
    })
    await once(writer, 'exit')
    proxy.decide(() => undefined)
    expect(writer.signalCode).toBe('SIGKILL')
    expect(await open().stat(checksum)).toBeUndefined()
    const contents = createBucketContents(access, buckets!.keys)
    await contents.clear()
    // A day has not passed: another server of this bucket may still send it.
    expect(await unfinished()).toBe(1)
    const location = { Bucket: direct.bucket, Prefix: `${direct.prefix}/` }
    await abortUnfinished(createCall(direct, buckets!.keys), location, Date.now() + 60_000)
    expect(await unfinished()).toBe(0)
    expect(await open().putFile(file)).toMatchObject({ checksum })
  })

  test('a deletion that is carried out late does not take content that was put since', async () => {
    const blobs = open()
    const { checksum } = await blobs.put(chunks('wanted again'))
    inTurn(/^DELETE/, { lateBy: 2_000 })
    const deleted = blobs.delete(checksum).catch((error: unknown) => error)
    await expect.poll(() => proxy.requests.filter((line) => line.startsWith('DELETE')).length).toBe(1)
    await blobs.put(chunks('wanted again'))
    expect(await deleted).toMatchObject({ reason: 'store.unreachable' })
    expect(await blobs.stat(checksum)).toBeDefined()
  })

  test('a list goes over its pages', async () => {
    const blobs = open()
    const contents = Array.from({ length: 1_020 }, (_, index) => Buffer.from(`content ${index}`))
    const put = await blobs.putAll(contents)
    const listed = await Array.fromAsync(blobs.list())
    expect(new Set(listed.map(({ checksum }) => checksum))).toEqual(new Set(put.map(({ checksum }) => checksum)))
    expect(listed).toHaveLength(1_020)
  })

  test('a server starts while the bucket is away, and not with settings that cannot be right', async () => {
    const start = (of: BucketAccess, keys = buckets!.keys, data = folder) => {
      const [config, log] = [readConfig({ VERMILION_DATA: data }), createLog('silent')]
      const lifecycle = createLifecycle({ log })
      openBucketStore(of, { config, log, lifecycle, paths: dataPaths(data) }, { keys })
      return lifecycle.start()
    }
    await start(access)
    const other = join(folder, 'other')
    await mkdir(other)
    await expect(start(access, undefined, other)).rejects.toThrow(/another data folder .* has its contents in s3:/)
    await start(access)
    await expect(start({ ...access, bucket: 'not-there' })).rejects.toThrow(/^VERMILION_BLOBS: .*no bucket named/)
    const wrong = { ...buckets!.keys, secretAccessKey: 'wrong' }
    await expect(start(access, wrong)).rejects.toThrow(/^VERMILION_BLOBS: .*refused the key/)
    proxy.close()
    await start(access)
  })
})
