import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { createRunData } from '../kubernetes/run-data.ts'
import { currentStatus } from '../kubernetes/state/member-status.ts'
import { programText } from './program-text.ts'
import { startProgram } from './testing/run-program.ts'
import { describeTree, writeManyFiles, writeOddFiles, writeTree } from './testing/sample-files.ts'
import { startWire } from './testing/wire.ts'

let server: TestServer
let folder: string
let wire: Awaited<ReturnType<typeof startWire>>
let number = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-fetched-'))
  server = await startTestServer()
  wire = await startWire()
  wire.to(server.address)
})
afterAll(async () => {
  wire.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const megabyte = 1024 ** 2

/** A run with the given folders to read, and a place for them on another machine. */
async function runWith(sources: readonly string[], cache?: string) {
  const handle = `run${(number += 1)}/run-0`
  const there = join(folder, `there-${number}`)
  const mounts = sources.map((source, position) => ({ source, target: `/data-${position}`, readOnly: true }))
  const prepared = await server.app.fetchedData.prepare(handle, mounts)
  const headers = { authorization: `Bearer ${prepared.token}` }
  const manifest = (await (await server.fetch('/run-data/manifest', { headers })).json()) as { data: { size: number } }
  const targets = sources.map((_, position) => join(there, `mount-${position}`))
  const fetch = (address = server.address) =>
    startProgram({ verb: 'fetch', folder: there, address, prepared, mounts: targets, cache })
  return { handle, totalBytes: manifest.data.size, fetch, target: targets[0] ?? '', targets }
}

test('whatever files there are arrive as they are, with their names, modes and empty folders', async () => {
  const [one, other] = [join(folder, 'odd'), join(folder, 'many')]
  await writeOddFiles(one)
  await writeTree(one, { 'model.bin': randomBytes(40 * megabyte + 3) })
  await writeManyFiles(other, 3_000, 2_000)
  const { handle, totalBytes: total, fetch, targets } = await runWith([one, other])
  const program = await fetch()
  const outcome = await program.ended()
  expect(outcome).toMatchObject({ code: 0, errors: '', last: { event: 'fetched', present: 0 } })
  expect(outcome.last?.['received']).toBe(total)
  expect(await describeTree(targets[0] ?? '')).toEqual(await describeTree(one))
  expect(await describeTree(targets[1] ?? '')).toEqual(await describeTree(other))
  expect(server.app.fetchedData.progressOf(handle)).toEqual({ done: total, total })
})

test('the program calls nothing that came after Node 18', () => {
  expect(programText()).not.toMatch(/\.(?:toReversed|toSorted|toSpliced|withResolvers|groupBy|fromAsync|union)\(/)
})

test('a pod that fetches says how much has come', async () => {
  const source = join(folder, 'told')
  await writeTree(source, { 'model.bin': randomBytes(5 * megabyte) })
  const { handle, fetch } = await runWith([source])
  const metadata = { uid: 'u', labels: { 'job-name': 'job' }, creationTimestamp: '2026-01-01T00:00:00Z' }
  const initContainerStatuses = [{ name: 'fetch-data', state: { running: {} } }]
  const pod = { metadata, spec: { nodeName: 'node-1' }, status: { initContainerStatuses } }
  const needs = {
    observed: { of: () => ({ jobs: new Map(), pods: new Map([['u', { pod, isRemoved: false }]]) }) },
    data: createRunData({ storage: 'fetched' } as never, server.app.fetchedData),
  }
  const member = { name: 'worker-0', role: 'worker', index: 0, job: 'job', ordinal: 0, folder }
  const run = { handle, key: 'key', folder, members: [] }
  const conditionNow = async () => (await currentStatus(needs as never, run, member as never)).condition
  expect(await conditionNow()).toEqual({ name: 'fetching-data', detail: '0 MiB' })
  await (await fetch()).ended()
  expect(await conditionNow()).toEqual({ name: 'fetching-data', detail: '5 / 5 MiB' })
})

test('a fetch that was killed goes on with the bytes that are there', async () => {
  const source = join(folder, 'killed')
  await writeManyFiles(source, 1_000, 20_000)
  await writeTree(source, { 'a large one.bin': randomBytes(30 * megabyte) })
  const { totalBytes, fetch, target } = await runWith([source])
  wire.allow(15 * megabyte)
  const killed = await fetch(wire.address)
  await expect.poll(() => wire.isStill()).toBe(true)
  const written = async () => {
    const sizes = (await readdir(target)).map(async (name) => (await stat(join(target, name))).size)
    // A small file that the kill has cut off is fetched again.
    return (await Promise.all(sizes)).reduce((sum, size) => (size < 20_000 ? sum : sum + size), 0)
  }
  await expect.poll(written).toBeGreaterThan(10 * megabyte)
  killed.kill('SIGKILL')
  await killed.ended()
  const present = await written()
  const { code, last } = await (await fetch()).ended()
  expect([code, last]).toMatchObject([0, { event: 'fetched', present, received: totalBytes - present }])
  expect(await describeTree(target)).toEqual(await describeTree(source))
  wire.allow(Number.POSITIVE_INFINITY)
})

test('a connection that is cut again and again costs little more than what was under way', async () => {
  const source = join(folder, 'cut')
  await writeManyFiles(source, 500, 20_000)
  await writeTree(source, { 'large.bin': randomBytes(20 * megabyte) })
  const { totalBytes, fetch, target } = await runWith([source])
  wire.allow(4 * megabyte)
  const program = await fetch(wire.address)
  for (let round = 0; round < 4; round += 1) {
    await expect.poll(() => wire.isStill()).toBe(true)
    wire.cut()
    wire.allow(round === 3 ? Number.POSITIVE_INFINITY : 4 * megabyte)
  }
  const { code, last } = await program.ended()
  expect([code, program.saw('waiting') !== undefined]).toEqual([0, true])
  expect(Number(last?.['received'])).toBeLessThan(totalBytes + megabyte)
  expect(await describeTree(target)).toEqual(await describeTree(source))
})

test('what a cache holds is not fetched again, and is not trusted', async () => {
  const source = join(folder, 'cached')
  const cache = join(folder, 'cache')
  await writeOddFiles(source)
  await writeManyFiles(join(source, 'many'), 200, 10_000)
  const first = await runWith([source], cache)
  expect((await (await first.fetch()).ended()).code).toBe(0)

  const second = await runWith([source], cache)
  const again = await (await second.fetch()).ended()
  expect(again).toMatchObject({ code: 0, last: { received: 0, present: second.totalBytes } })
  expect(await describeTree(second.target)).toEqual(await describeTree(source))

  const [shelf = ''] = (await readdir(cache)).filter((name) => name.length === 2)
  const [stored = ''] = await readdir(join(cache, shelf))
  const file = join(cache, shelf, stored)
  const { size } = await stat(file)
  await rm(file)
  await writeFile(file, Buffer.alloc(size, 7))
  const third = await runWith([source], cache)
  const damaged = await third.fetch()
  const checked = await damaged.ended()
  expect(damaged.saw('cache-damaged')).toMatchObject({ checksum: stored.slice(0, 64) })
  expect(checked.code).toBe(0)
  expect(Number(checked.last?.['received'])).toBeGreaterThan(0)
  expect(Number(checked.last?.['received'])).toBeLessThan(third.totalBytes / 2)
  expect(await describeTree(third.target)).toEqual(await describeTree(source))
})

test('a byte that changed at its place is noticed, and a file that changed on the server is told', async () => {
  const source = join(folder, 'changed')
  await writeTree(source, { 'a.txt': 'right', 'b.txt': 'as well' })
  const { fetch, target } = await runWith([source])
  expect((await (await fetch()).ended()).code).toBe(0)
  await writeFile(join(target, 'a.txt'), 'wrong')
  expect(await (await fetch()).ended()).toMatchObject({ code: 0, last: { present: 7, received: 5 } })
  expect(await describeTree(target)).toEqual(await describeTree(source))

  await rm(target, { recursive: true })
  await writeFile(join(source, 'a.txt'), 'wrong')
  const changed = await (await fetch()).ended()
  expect(changed).toMatchObject({ code: 1, last: { event: 'failed' } })
  expect(changed.last?.['reason']).toContain('a.txt has another checksum')
  await rm(join(source, 'a.txt'))
  const missing = await (await fetch()).ended()
  expect(missing.last?.['reason']).toContain('a.txt was changed or deleted since the task began')
  await appendFile(join(source, 'a.txt'), '')
})

test('a link that leads out of its folder is refused before anything starts', async () => {
  const source = join(folder, 'linked')
  await writeTree(source, { 'a.txt': 'a' })
  const { symlink } = await import('node:fs/promises')
  await symlink('/etc/passwd', join(source, 'passwd'))
  await expect(runWith([source])).rejects.toThrow('passwd is a link that leads out of its folder')
})
