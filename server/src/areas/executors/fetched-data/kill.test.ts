import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerProcess, type ServerProcess } from '../../../testing/server-process.ts'
import { createFetchedData } from './fetched-data.ts'
import { startProgram } from './testing/run-program.ts'
import { describeTree, writeManyFiles, writeTree } from './testing/sample-files.ts'
import { startWire } from './testing/wire.ts'

const megabyte = 1024 ** 2

let folder: string
let server: ServerProcess
let wire: Awaited<ReturnType<typeof startWire>>
const start = async () => {
  server = await startServerProcess(join(folder, 'server'), { VERMILION_ADMIN_PASSWORD: 'a password for tests' })
  wire.to(server.address)
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-fetched-kill-'))
  wire = await startWire()
  await start()
})
afterAll(async () => {
  wire.close()
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('R4.12 a server that is killed in the middle of fetching and sending loses nothing', async () => {
  const tasksFolder = join(folder, 'server', 'tasks')
  const [source, output, there] = [join(folder, 'source'), join(folder, 'output'), join(folder, 'there')]
  await writeManyFiles(source, 500, 20_000)
  await writeTree(source, { 'large.bin': randomBytes(40 * megabyte) })
  await mkdir(output)
  await mkdir(join(there, 'output'), { recursive: true })
  const prepared = await createFetchedData({ tasksFolder, basePath: '' }).prepare('run/run-0', [
    { source, target: '/data', readOnly: true },
    { source: output, target: '/output', readOnly: false },
  ])
  const order = { folder: there, address: wire.address, prepared }

  wire.allow(20 * megabyte)
  const fetching = await startProgram({ ...order, verb: 'fetch', mounts: [join(there, 'data')] })
  await expect.poll(() => wire.isStill()).toBe(true)
  await server.end('SIGKILL')
  wire.cut()
  wire.allow(Number.POSITIVE_INFINITY)
  await start()
  const fetched = await fetching.ended()
  expect(fetched).toMatchObject({ code: 0, last: { event: 'fetched', present: 0 } })
  expect(Number(fetched.last?.['received'])).toBeLessThan(Number(fetching.saw('fetching')?.['total']) + 2 * megabyte)
  expect(await describeTree(join(there, 'data'))).toEqual(await describeTree(source))

  wire.allow(20 * megabyte)
  const checkpoint = randomBytes(40 * megabyte)
  await writeFile(join(there, 'output', 'results.csv'), 'epoch\n1\n')
  const sending = await startProgram({ ...order, verb: 'send', output: join(there, 'output') })
  await expect.poll(() => readFile(join(output, 'results.csv'), 'utf8').catch(() => '')).toBe('epoch\n1\n')
  await writeFile(join(there, 'output', 'best.pt'), checkpoint)
  await expect.poll(() => wire.isStill()).toBe(true)
  await server.end('SIGKILL')
  wire.cut()
  const previous = wire.passed()
  wire.allow(Number.POSITIVE_INFINITY)
  await writeFile(join(there, 'output', 'results.csv'), 'epoch\n1\n2\n')
  await start()
  await expect.poll(() => readFile(join(output, 'results.csv'), 'utf8')).toBe('epoch\n1\n2\n')
  sending.kill('SIGTERM')
  expect(await sending.ended()).toMatchObject({ code: 0, errors: '', last: { event: 'sent' } })
  expect(await describeTree(output)).toEqual(await describeTree(join(there, 'output')))
  expect(wire.passed() - previous).toBeLessThan(30 * megabyte)
  expect(await createFetchedData({ tasksFolder, basePath: '' }).hasSent('run/run-0', 'worker-0')).toBe(true)
})
