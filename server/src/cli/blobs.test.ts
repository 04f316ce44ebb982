import { createHash, randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BucketAccess } from '../config.ts'
import { createDiskBlobs } from '#platform/blobs/disk'
import { createBucketContents } from '#platform/blobs/s3/contents'
import { fileOfObject, skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { dataPaths } from '#platform/data-folder'
import { createKillableServer, type KillableServer } from '../testing/killable-server.ts'
import { runCommand as run } from '../testing/server-process.ts'
import { upload } from '../testing/upload.ts'
import { uploadPacked } from '../testing/upload-pack.ts'

const buckets = await testBuckets()
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

let data = ''
let access: BucketAccess
let variables: Record<string, string>
let server: KillableServer
let spaceId = ''
/** Checksums of what was confirmed, by path. */
let confirmed: Map<string, string>

const addressOf = ({ bucket, prefix }: BucketAccess) => `s3://${bucket}/${prefix}?style=path`
const command = (parameters: readonly string[], more: Record<string, string> = {}) =>
  run(data, parameters, '', { ...variables, ...more })

async function put(count: number, bytes = 20_000): Promise<void> {
  const files = Array.from({ length: count }, () => ({
    path: `${randomBytes(8).toString('hex')}.bin`,
    content: randomBytes(bytes),
  }))
  await uploadPacked(server, spaceId, files)
  for (const { path, content } of files) confirmed.set(path, sha256(content))
}

/** Reads all over HTTP. */
async function expectAll(): Promise<void> {
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 500 } })
  expect(items.length).toBe(confirmed.size)
  const wrong: string[] = []
  for (const { id, path } of items) {
    const reply = await server.fetch(`/files/${id}/content`)
    if (!reply.ok || sha256(new Uint8Array(await reply.arrayBuffer())) !== confirmed.get(path)) wrong.push(path)
  }
  expect(wrong).toEqual([])
}

const stored = async (of = access) =>
  new Set(await Array.fromAsync(createBucketContents(of, buckets!.keys).list(), ({ checksum }) => checksum))

/** Uploads until it is told to end. */
function keepUploading() {
  const stop = new AbortController()
  const work = (async () => {
    while (!stop.signal.aborted && confirmed.size < 450) {
      const content = randomBytes(5_000)
      const path = `${confirmed.size} ${randomBytes(4).toString('hex')}.bin`
      await upload(server, { spaceId, path }, content)
      confirmed.set(path, sha256(content))
    }
  })()
  return async () => {
    stop.abort()
    await work
  }
}

describe.skipIf(buckets === null)(`contents are moved${skippedWithoutS3}`, () => {
  beforeEach(async () => {
    data = join(await mkdtemp(join(tmpdir(), 'vermilion-move-')), 'data')
    access = buckets!.access()
    confirmed = new Map()
    const { accessKeyId, secretAccessKey } = buckets!.keys
    variables = {
      AWS_ENDPOINT_URL: access.endpoint!,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    }
    server = createKillableServer(data, variables)
    await server.start()
    spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'moved', path: 'moved' } })).id
  })
  afterEach(async () => {
    await server.kill()
    await rm(join(data, '..'), { recursive: true })
  })

  test('from the disk to a bucket and back, while uploads go on, every byte is there', async () => {
    await put(100)
    await upload(server, { spaceId, path: 'large.bin' }, new Uint8Array(70_000_000))
    confirmed.set('large.bin', sha256(new Uint8Array(70_000_000)))
    let end = keepUploading()
    const there = await command(['blobs', 'copy', '--to', addressOf(access)])
    expect(there, there.output).toMatchObject({ status: 0 })
    await end()
    const inBucket = await stored()
    expect([...confirmed.values()].filter((checksum) => !inBucket.has(checksum))).toEqual([])
    expect((await command(['blobs', 'status'])).output).toContain(`lie in ${addressOf(access)}`)

    // What is put from now on lies in the bucket alone, also after a start without the variable.
    const disk = createDiskBlobs(dataPaths(data).blobs)
    await rm(join(data, 'blobs'), { recursive: true })
    await put(3)
    await server.kill()
    await server.start()
    await expectAll()
    expect(await Array.fromAsync(disk.list())).toEqual([])
    expect(await command(['doctor'])).toMatchObject({ status: 0 })

    end = keepUploading()
    expect(await command(['blobs', 'copy', '--to', 'disk'])).toMatchObject({ status: 0 })
    await end()
    await put(3)
    await rm(join(fileOfObject(access.prefix, '00'), '..', '..'), { recursive: true })
    await server.kill()
    await server.start()
    await rm(join(data, 'blob-copies'), { recursive: true, force: true })
    await expectAll()
    for (const checksum of confirmed.values()) expect(await disk.stat(checksum)).toBeDefined()
    expect(await command(['doctor'])).toMatchObject({ status: 0 })
  })

  test('killed in the middle, the command and the server go on where they were', async () => {
    await put(150)
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const copy = ['blobs', 'copy', '--to', addressOf(access)]
    for (let kills = 0; kills < 3; kills += 1) {
      const present = (await stored()).size
      const child = spawn(process.execPath, [main, ...copy], {
        env: { ...process.env, ...variables, VERMILION_DATA: data },
      })
      await expect.poll(async () => (await stored()).size > present || child.exitCode !== null).toBe(true)
      child.kill('SIGKILL')
      await put(20)
    }
    // The server is killed while it does the rest, which goes on after its start.
    const rest = command(copy)
    const order = dataPaths(data).blobMove
    await expect.poll(() => existsSync(order), { interval: 20 }).toBe(true)
    await server.kill()
    await server.start()
    await put(10)
    expect(await rest).toMatchObject({ status: 0 })
    expect(existsSync(order)).toBe(false)
    await rm(join(data, 'blobs'), { recursive: true })
    await expectAll()
    expect(await command(['doctor', '--deep'])).toMatchObject({ status: 0 })
  })

  test('no server needs to run', async () => {
    await put(5)
    await server.kill()
    expect(await command(['blobs', 'copy', '--to', addressOf(access)])).toMatchObject({ status: 0 })
    await server.start()
    await rm(join(data, 'blobs'), { recursive: true })
    await expectAll()
  })

  test('wrong keys, a missing bucket and one of another data folder are refused in words, and nothing changes', async () => {
    await put(2)
    const copy = (to: string, more?: Record<string, string>) => command(['blobs', 'copy', '--to', to], more)
    const refused = await copy(addressOf(access), { AWS_SECRET_ACCESS_KEY: 'wrong' })
    expect(refused).toMatchObject({ status: 1, output: expect.stringMatching(/key/) as unknown })
    expect(await copy('s3://not-there/a?style=path')).toMatchObject({
      status: 1,
      output: expect.stringContaining('no bucket named not-there') as unknown,
    })
    expect(await copy('s3://UPPER')).toMatchObject({
      status: 1,
      output: expect.stringContaining('s3://UPPER') as unknown,
    })
    const foreign = buckets!.access()
    await createBucketContents(foreign, buckets!.keys).claim('somebody')
    expect(await copy(addressOf(foreign))).toMatchObject({
      status: 1,
      output: expect.stringContaining('another data folder (somebody') as unknown,
    })
    expect((await command(['blobs', 'status'])).output).toBe('The contents lie in disk.\n')
    await expectAll()
    // The keys of the server are its own.
    await server.kill()
    server = Object.assign(server, createKillableServer(data, { ...variables, AWS_SECRET_ACCESS_KEY: 'wrong' }))
    await server.start()
    expect(await copy(addressOf(access))).toMatchObject({ status: 1, output: expect.stringMatching(/key/) as unknown })
    await expectAll()
  })

  test('damaged content stops a move, is named, and stays behind when that is asked for', async () => {
    await put(4)
    const [path, checksum] = [...confirmed][0]!
    await writeFile(createDiskBlobs(dataPaths(data).blobs).fileOf(checksum), randomBytes(20_000))
    const copy = ['blobs', 'copy', '--to', addressOf(access)]
    const stopped = await command(copy)
    expect(stopped.status).toBe(1)
    expect(stopped.output).toContain(checksum)
    expect((await command(['blobs', 'status'])).output).toContain('lie in disk')
    expect((await command(['blobs', 'copy', '--cancel'])).status).toBe(0)
    expect(await command([...copy, '--leave-damaged'])).toMatchObject({ status: 0 })
    expect((await stored()).has(checksum)).toBe(false)
    const missing = await command(['doctor'])
    expect(missing).toMatchObject({ status: 1, output: expect.stringContaining(`${checksum} is missing`) as unknown })
    expect(confirmed.has(path)).toBe(true)
  })

  test('what an earlier run copied is read again when that is asked for', async () => {
    await put(3)
    const [first = ''] = confirmed.values()
    const disk = createDiskBlobs(dataPaths(data).blobs)
    const copy = ['blobs', 'copy', '--to', addressOf(access)]
    const old = new Date(Date.now() - 48 * 3_600_000)
    for await (const { checksum } of disk.list()) await utimes(disk.fileOf(checksum), old, old)
    const contents = createBucketContents(access, buckets!.keys)
    await contents.write({ checksum: first, size: 20_000 }, disk.fileOf(first))
    const object = fileOfObject(access.prefix, first)
    await writeFile(object, randomBytes(20_000))
    expect(await command([...copy, '--verify'])).toMatchObject({ status: 0 })
    expect(sha256(await readFile(object))).toBe(first)
  })

  test('a start whose VERMILION_BLOBS is another location than that of the contents is refused', async () => {
    await put(2)
    await server.kill()
    const start = (blobs: string) => createKillableServer(data, { ...variables, VERMILION_BLOBS: blobs }).start()
    await expect(start(addressOf(access))).rejects.toThrow(/lie in disk\. Set VERMILION_BLOBS to nothing, or move them/)
    expect(await command(['blobs', 'copy', '--to', addressOf(access)])).toMatchObject({ status: 0 })
    await expect(start('s3://other/prefix')).rejects.toThrow(addressOf(access))
    await server.start()
    await expectAll()
    await server.kill()
    // Another service under the same names.
    await rm(join(fileOfObject(access.prefix, '00'), '..', '..', 'vermilion-data-folder'), { force: true })
    await expect(server.start()).rejects.toThrow('Is AWS_ENDPOINT_URL that of its service?')
  })

  test('the doctor compares rows with the listing of a bucket, and reads what it holds when that is asked for', async () => {
    await put(6)
    expect(await command(['blobs', 'copy', '--to', addressOf(access)])).toMatchObject({ status: 0 })
    expect(await command(['doctor', '--deep'])).toMatchObject({ status: 0 })
    const [missing = '', short = '', damaged = ''] = confirmed.values()
    await rm(fileOfObject(access.prefix, missing))
    await truncate(fileOfObject(access.prefix, short), 10)
    await writeFile(fileOfObject(access.prefix, damaged), randomBytes(20_000))
    const surplus = randomBytes(100)
    const file = join(data, 'surplus')
    await writeFile(file, surplus)
    await createBucketContents(access, buckets!.keys).write({ checksum: sha256(surplus), size: 100 }, file)
    const object = fileOfObject(access.prefix, sha256(surplus))
    const old = new Date(Date.now() - 48 * 3_600_000)
    await utimes(object, old, old)
    const { status, output } = await command(['doctor'])
    expect(status).toBe(1)
    expect(output).toContain(`${missing} is missing`)
    expect(output).toContain(`${short} has 10 bytes instead of 20000`)
    expect(output).toContain(`${sha256(surplus)} (100 bytes)`)
    expect(output).not.toContain(damaged)
    expect((await command(['doctor', '--deep'])).output).toContain(`${damaged} is corrupt`)
  })

  test.each([false, true])(
    'a backup says what lies in the bucket, and starts; with contents: %s',
    async (isComplete) => {
      await put(5)
      expect(await command(['blobs', 'copy', '--to', addressOf(access)])).toMatchObject({ status: 0 })
      const target = join(data, '..', 'copy')
      const { status, output } = await command(['backup', target, ...(isComplete ? ['--with-blobs'] : [])])
      expect([status, output]).toEqual([0, expect.any(String)])
      await server.kill()
      if (isComplete) {
        expect(output).toContain('5 files')
        await rm(join(fileOfObject(access.prefix, '00'), '..', '..'), { recursive: true })
      } else expect(output).toContain(`5 contents (0.00 GB) lie in ${addressOf(access)}, and were not copied`)
      await rm(data, { recursive: true })
      data = target
      const copy = createKillableServer(data, variables)
      await copy.start()
      server = { ...copy, fetch: copy.fetch }
      await expectAll()
      expect(await command(['doctor', '--deep'])).toMatchObject({ status: 0 })
      expect((await readdir(join(data, 'blobs')).catch(() => [])).some((name) => name.length === 2)).toBe(isComplete)
    },
  )
})
