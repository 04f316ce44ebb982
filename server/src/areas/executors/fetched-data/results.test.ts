import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { startProgram } from './testing/run-program.ts'
import { describeTree, writeOddFiles, writeTree } from './testing/sample-files.ts'
import { startWire } from './testing/wire.ts'

const megabyte = 1024 ** 2
const outputBytes = 200 * megabyte

let server: TestServer
let folder: string
let wire: Awaited<ReturnType<typeof startWire>>
let number = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-results-'))
  server = await startTestServer({ tasks: { outputBytes } })
  wire = await startWire()
  wire.to(server.address)
})
afterAll(async () => {
  wire.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A run with an output folder here, and one there. */
async function runWith() {
  const handle = `run${(number += 1)}/run-0`
  const here = join(folder, `here-${number}`)
  const there = join(folder, `there-${number}`)
  await mkdir(here)
  await mkdir(join(there, 'output'), { recursive: true })
  const mounts = [{ source: here, target: '/output', readOnly: false }]
  const prepared = await server.app.fetchedData.prepare(handle, mounts)
  const start = (verb: 'fetch' | 'send', more: { address?: string; output?: string; instance?: string } = {}) =>
    startProgram({ verb, folder: there, address: server.address, prepared, output: join(there, 'output'), ...more })
  const send = async (more: { output?: string; instance?: string } = {}) => {
    const sender = await start('send', more)
    await expect.poll(() => sender.saw('sending')).toBeDefined()
    return sender
  }
  return { handle, here, there: join(there, 'output'), start, send }
}

const contentOf = (file: string) => readFile(file, 'utf8').catch(() => null)

test('results are here within two seconds of being written, and whole at the end', async () => {
  const { handle, here, there, send } = await runWith()
  const sender = await send()
  await writeFile(join(there, 'results.csv'), 'epoch,loss\n')
  await expect.poll(() => contentOf(join(here, 'results.csv'))).toBe('epoch,loss\n')
  const { ino } = await stat(join(here, 'results.csv'))
  const times: number[] = []
  for (let epoch = 1; epoch <= 5; epoch += 1) {
    await appendFile(join(there, 'results.csv'), `${epoch},0.5\n`)
    const written = performance.now()
    await expect.poll(() => contentOf(join(here, 'results.csv')), { interval: 20 }).toContain(`\n${epoch},0.5\n`)
    times.push(performance.now() - written)
  }
  // A busy machine may take longer for some of them.
  expect(Math.min(...times)).toBeLessThan(2_000)
  // The lines were added to the file, which nobody replaced.
  expect((await stat(join(here, 'results.csv'))).ino).toBe(ino)

  await mkdir(join(there, 'weights'))
  for (const version of [1, 2]) {
    const checkpoint = randomBytes(10 * megabyte)
    await writeFile(join(there, 'weights/last.pt'), checkpoint)
    await expect
      .poll(async () =>
        checkpoint.equals(await readFile(join(here, 'weights/last.pt')).catch(() => Buffer.of(version))),
      )
      .toBe(true)
  }
  await writeOddFiles(there)
  await rm(join(there, 'weights/last.pt'))
  await rm(join(there, 'empty folder'), { recursive: true })
  await symlink('/etc/passwd', join(there, 'outside'))
  expect(await server.app.fetchedData.hasSent(handle, 'worker-0')).toBe(false)
  sender.kill('SIGTERM')
  expect(await sender.ended()).toMatchObject({ code: 0, errors: '', last: { event: 'sent' } })
  expect(await server.app.fetchedData.hasSent(handle, 'worker-0')).toBe(true)
  await rm(join(there, 'outside'))
  await rm(join(there, 'weights'), { recursive: true })
  expect(await describeTree(here)).toMatchObject(await describeTree(there))
  expect(Object.keys(await describeTree(here))).not.toContain('outside')
})

test('the server tells when a command has ended, where nobody else can', async () => {
  const { handle, here, there, send } = await runWith()
  const sender = await send()
  await writeTree(there, { 'last.txt': 'the last words' })
  await server.app.fetchedData.end(handle, 'worker-0')
  expect((await sender.ended()).code).toBe(0)
  expect(await contentOf(join(here, 'last.txt'))).toBe('the last words')
})

test('a sender that was killed and a connection that was cut in the middle of a checkpoint lose nothing', async () => {
  const { here, there, start } = await runWith()
  await writeTree(there, { 'log.txt': 'one\n', 'weights/best.pt': randomBytes(50 * megabyte) })
  wire.allow(20 * megabyte)
  const killed = await start('send', { address: wire.address })
  await expect.poll(() => wire.isStill()).toBe(true)
  expect(await contentOf(join(here, 'weights/best.pt'))).toBeNull()
  killed.kill('SIGKILL')
  await killed.ended()
  wire.cut()
  const previous = wire.passed()
  wire.allow(20 * megabyte)
  await appendFile(join(there, 'log.txt'), 'two\n')
  const sender = await start('send', { address: wire.address })
  await expect.poll(() => wire.isStill()).toBe(true)
  wire.cut()
  wire.allow(Number.POSITIVE_INFINITY)
  sender.kill('SIGTERM')
  expect((await sender.ended()).code).toBe(0)
  expect(await describeTree(here)).toEqual(await describeTree(there))
  // What had arrived was not sent again, but for the parts under way.
  expect(wire.passed() - previous).toBeLessThan(45 * megabyte)
})

test('a file that a program replaces, shortens or rewrites is the same here', async () => {
  const { here, there, send } = await runWith()
  const sender = await send()
  await writeFile(join(there, 'metrics.jsonl'), '{"a":1}\n{"a":2}\n')
  await expect.poll(() => contentOf(join(here, 'metrics.jsonl'))).toContain('2')
  await writeFile(join(there, 'metrics.jsonl'), '{"b":1}\n')
  await expect.poll(() => contentOf(join(here, 'metrics.jsonl'))).toBe('{"b":1}\n')
  await writeFile(join(there, 'draft'), '{"c":1}\n{"c":2}\n{"c":3}\n')
  await rename(join(there, 'draft'), join(there, 'metrics.jsonl'))
  await expect.poll(() => contentOf(join(here, 'metrics.jsonl'))).toContain('{"c":3}')
  // The sender has never heard of this file.
  await writeFile(join(here, 'other.log'), 'what somebody else wrote')
  await writeFile(join(there, 'other.log'), 'short')
  await expect.poll(() => contentOf(join(here, 'other.log'))).toBe('short')
  sender.kill('SIGTERM')
  expect((await sender.ended()).code).toBe(0)
  expect(await describeTree(here)).toEqual(await describeTree(there))
})

test('a program that writes a file anew again and again does not hold up the sender', async () => {
  const { here, there, send } = await runWith()
  const sender = await send()
  for (let version = 1; version <= 400; version += 1) {
    await writeFile(join(there, 'metrics.jsonl'), `{"version":${version}}\n`.repeat(1 + (version % 7)))
    await writeFile(join(there, 'report.json'), JSON.stringify({ version, text: 'x'.repeat(version % 50) }))
    await delay(10)
  }
  sender.kill('SIGTERM')
  expect(await sender.ended()).toMatchObject({ code: 0, errors: '' })
  expect(sender.saw('refused')).toBeUndefined()
  expect(await describeTree(here)).toEqual(await describeTree(there))
})

test('a later run fetches what an earlier one left, and several instances keep their results apart', async () => {
  const { handle, here, there, start, send } = await runWith()
  await writeTree(here, { 'weights/last.pt': randomBytes(5 * megabyte), 'results.csv': 'epoch\n1\n', 'empty.txt': '' })
  expect((await (await start('fetch')).ended()).code).toBe(0)
  expect(await describeTree(there)).toEqual(await describeTree(here))

  const other = join(there, '..', 'other')
  await writeTree(other, { 'results.csv': 'of the other\n' })
  const senders = [await send(), await send({ output: other, instance: 'worker-1' })]
  await appendFile(join(there, 'results.csv'), '2\n')
  for (const [index, sender] of senders.entries()) {
    expect(await server.app.fetchedData.hasSent(handle, `worker-${index}`)).toBe(false)
    sender.kill('SIGTERM')
    expect((await sender.ended()).code).toBe(0)
    expect(await server.app.fetchedData.hasSent(handle, `worker-${index}`)).toBe(true)
  }
  expect(await contentOf(join(here, 'results.csv'))).toBe('epoch\n1\n2\n')
  expect(await contentOf(join(here, 'worker-1/results.csv'))).toBe('of the other\n')
})

test('more than a task may write is refused in words, and the rest arrives', async () => {
  const { here, there, send } = await runWith()
  await writeTree(there, { 'good.txt': 'good', 'huge.bin': '' })
  const sender = await send()
  await expect.poll(() => contentOf(join(here, 'good.txt'))).toBe('good')
  await expect.poll(() => contentOf(join(here, 'huge.bin'))).toBe('')
  const half = Buffer.alloc(140 * megabyte, 1)
  for (let part = 0; part < 2; part += 1) await appendFile(join(there, 'huge.bin'), half)
  await expect.poll(() => sender.saw('refused')).toMatchObject({ path: 'huge.bin' })
  sender.kill('SIGTERM')
  const { code, last } = await sender.ended()
  expect(code).toBe(1)
  expect(last?.['reason']).toContain('The results of this task are larger than 200 MiB')
  expect((await stat(join(here, 'huge.bin'))).size).toBe(0)
})

test('a server that is away for a while gets everything when it is back', async () => {
  const { here, there, start } = await runWith()
  wire.allow(Number.POSITIVE_INFINITY)
  const sender = await start('send', { address: wire.address })
  await expect.poll(() => sender.saw('sending')).toBeDefined()
  wire.to('http://127.0.0.1:9')
  wire.cut()
  await writeTree(there, { 'results.csv': 'epoch\n', 'last.pt': randomBytes(100_000) })
  await expect.poll(() => sender.saw('waiting')).toBeDefined()
  await delay(500)
  sender.kill('SIGTERM')
  wire.to(server.address)
  expect((await sender.ended()).code).toBe(0)
  expect(await describeTree(here)).toEqual(await describeTree(there))
})
