import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hostEndpoints } from '@vermilion/contract/monitoring/hosts'
import type { Host } from '@vermilion/contract/monitoring/hosts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

let server: TestServer
beforeAll(async () => {
  // Never automatic, so that the test reads at the same moments.
  server = await startTestServer({ monitoring: { interval: 3_600_000 } })
  await server.app.monitoring.sampler.readOnce()
})
afterAll(() => server.stop())

const text = (path: string) => readFileSync(path, 'utf8')

const kernel = {
  cpu() {
    const ticks = text('/proc/stat').split('\n')[0]!.trim().split(/\s+/).slice(1, 9).map(Number)
    const idle = ticks[3]! + ticks[4]!
    const sum = ticks.reduce((total, one) => total + one, 0)
    return { busy: sum - idle, sum }
  },
  usedMemory() {
    const size = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(text('/proc/meminfo'))![1]) * 1_024
    return size('MemTotal') - size('MemAvailable')
  },
  written() {
    const disks = readdirSync('/sys/block').filter((name) => !/^(?:loop|ram|zram|dm-|md|sr|fd|nbd)/.test(name))
    return disks.reduce((sum, disk) => sum + Number(text(`/sys/block/${disk}/stat`).trim().split(/\s+/)[6]) * 512, 0)
  },
  received: (name: string) => Number(text(`/sys/class/net/${name}/statistics/rx_bytes`)),
}

async function host(): Promise<Host> {
  const [first] = await server.call(hostEndpoints.listHosts, {})
  return first!
}

async function measured<Value>(look: () => Value, load: () => Promise<unknown>) {
  await server.app.monitoring.sampler.readOnce()
  const startedAt = Date.parse((await host()).readAt!)
  const previous = look()
  await load()
  const after = look()
  await server.app.monitoring.sampler.readOnce()
  const read = await host()
  return { previous, after, seconds: (Date.parse(read.readAt!) - startedAt) / 1_000, host: read }
}

const expectWithin = (value: number | null, expected: number, part = 0.05) => {
  expect(value).not.toBeNull()
  expect(Math.abs(value! - expected), `${value} and ${expected}`).toBeLessThanOrEqual(expected * part)
}

test('R1.08 R2.34 the processors are as busy as /proc says of a load made here', async () => {
  const load = async () => {
    const burner = spawn('/bin/sh', ['-c', 'while :; do :; done'])
    await delay(2_500)
    burner.kill('SIGKILL')
    await once(burner, 'exit')
  }
  const { previous, after, host: read } = await measured(kernel.cpu, load)
  const share = (after.busy - previous.busy) / (after.sum - previous.sum)
  expect(share).toBeGreaterThan(0.3)
  expectWithin(read.cpu, share)
})

test('R1.08 R2.34 as much memory is in use as /proc says while a program holds some', async () => {
  const bytes = 512 * 1024 ** 2
  const program = `const held = Buffer.alloc(${bytes}, 1); console.log(held.length); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  await server.app.monitoring.sampler.readOnce()
  const used = kernel.usedMemory()
  expect(used).toBeGreaterThan(bytes)
  expectWithin((await host()).memory.used, used)
})

/** Temporary files of tests are in memory. */
const onDisk = '/var/tmp'

async function writeDurably(folder: string, mebibytes: number) {
  const file = await open(join(folder, 'load'), 'w')
  for (let part = 0; part < mebibytes; part += 1) await file.write(Buffer.alloc(1024 ** 2, part))
  await file.sync()
  await file.close()
}

async function onDiskFolder() {
  const folder = await mkdtemp(join(onDisk, 'vermilion-disk-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** False when the files are on a disk that the kernel does not count, as in some containers. */
async function isCounted() {
  const { folder, remove } = await onDiskFolder()
  const previous = kernel.written()
  await writeDurably(folder, 8)
  await remove()
  return kernel.written() - previous >= 8 * 1024 ** 2
}

const countedProblem = (await isCounted()) ? '' : ', skipped: the disk here counts nothing'
test.skipIf(countedProblem !== '')(`R2.34 as much is written as the disk itself counts${countedProblem}`, async () => {
  const { folder, remove } = await onDiskFolder()
  onTestFinished(remove)
  // Others write to the same disk, also between the two reads.
  const agree = async () => {
    const { previous, after, seconds, host: read } = await measured(kernel.written, () => writeDurably(folder, 200))
    expect(after - previous).toBeGreaterThanOrEqual(200 * 1024 ** 2)
    expectWithin(read.disk.written! * seconds, after - previous)
  }
  await vi.waitFor(agree, { timeout: 120_000 })
})

const ip = (...parameters: readonly string[]) => spawnSync('ip', parameters, { encoding: 'utf8' }).status === 0
const name = `load${process.pid % 10_000}`
const canNetwork = ip('link', 'add', name, 'type', 'veth', 'peer', 'name', `${name}p`)
if (canNetwork) ip('link', 'del', name)

const networkProblem = canNetwork ? '' : ', skipped: no network interface can be made here'
test.skipIf(!canNetwork)(
  `R2.34 as much comes in through an interface as the kernel counts${networkProblem}`,
  async () => {
    const space = `${name}n`
    onTestFinished(() => {
      ip('netns', 'del', space)
      ip('link', 'del', name)
    })
    ip('netns', 'add', space)
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', `${name}p`, 'netns', space)
    ip('addr', 'add', '10.199.7.1/24', 'dev', name)
    ip('link', 'set', name, 'up')
    ip('netns', 'exec', space, 'ip', 'addr', 'add', '10.199.7.2/24', 'dev', `${name}p`)
    ip('netns', 'exec', space, 'ip', 'link', 'set', `${name}p`, 'up')
    const sender = `const { createSocket } = require('node:dgram'); const socket = createSocket('udp4')
    let remaining = 20000; const send = () => remaining-- > 0 ? socket.send(Buffer.alloc(1400), 9, '10.199.7.1', send) : socket.close()
    send()`
    const load = async () => {
      const child = spawn('ip', ['netns', 'exec', space, process.execPath, '-e', sender], { stdio: 'inherit' })
      await once(child, 'exit')
    }
    await server.app.monitoring.sampler.readOnce()
    const { previous, after, seconds, host: read } = await measured(() => kernel.received(name), load)
    expect(after - previous).toBeGreaterThan(20_000 * 1_400 * 0.5)
    const own = read.network.interfaces.find((one) => one.name === name)
    expectWithin((own?.received ?? 0) * seconds, after - previous)
    expect(own?.errors).toBe(0)
  },
)
