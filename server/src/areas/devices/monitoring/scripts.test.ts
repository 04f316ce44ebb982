import { spawn, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { deviceFacts } from '@vermilion/contract/devices/facts'
import { deviceReading } from '@vermilion/contract/devices/readings'
import { usedShare } from '#platform/disk-space'
import { jetson, raspberryPi, rk3588, workstation, writeBoardTree } from '../testing/board-trees.ts'
import type { BoardTree } from '../testing/board-trees.ts'
import { linesOf } from './lines.ts'
import { parseDetails } from './parse-details.ts'
import { parseFacts } from './parse-facts.ts'
import { noReadings, parseReading } from './parse-reading.ts'
import { scriptCommand } from './scripts.ts'

const roots: string[] = []
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true, force: true }))))

const hasBusybox = spawnSync('busybox', ['true']).status === 0
const shells = [['sh'], ...(hasBusybox ? [['busybox', 'ash']] : [])] as [string, ...string[]][]

async function run(shell: readonly [string, ...string[]], name: 'facts' | 'readings', tree: BoardTree, input = '') {
  const root = await writeBoardTree(tree)
  roots.push(root)
  const [, ...args] = await scriptCommand(name, root)
  const [program, ...applet] = shell
  const child = spawn(program, [...applet, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(errors).toBe('')
  return output
}

const gibibyte = 1_073_741_824

describe.each(shells.map((shell) => ({ shell, name: shell.join(' ') })))('run by $name', ({ shell: by }) => {
  const factsOf = async (tree: BoardTree) => deviceFacts.parse(parseFacts(await run(by, 'facts', tree), true))

  test('R1.07 a Jetson tells its model, cores and GPU', async () => {
    const facts = await factsOf(jetson)
    expect(facts).toMatchObject({
      model: 'NVIDIA Jetson AGX Orin Developer Kit',
      hostName: 'orin',
      system: 'Ubuntu 22.04.4 LTS',
      kernel: '5.15.148-tegra',
      architecture: 'aarch64',
      cpu: { name: 'Cortex-A78AE', cores: 12 },
      accelerators: [{ kind: 'gpu', vendor: 'nvidia', name: 'Orin (Ampere)', memory: null }],
    })
    expect(facts.memory / gibibyte).toBeCloseTo(61.4, 1)
    expect(facts.storage.total).toBeGreaterThan(0)
  })

  test('R1.07 an RK3588 tells both kinds of cores, GPU and NPU', async () => {
    expect(await factsOf(rk3588)).toMatchObject({
      model: 'Orange Pi 5 Plus',
      system: 'Orange Pi 1.0.8 Bookworm',
      cpu: { name: '4 × Cortex-A76, 4 × Cortex-A55', cores: 8 },
      accelerators: [
        { kind: 'gpu', vendor: 'arm', name: 'Mali bifrost' },
        { kind: 'npu', vendor: 'rockchip', name: 'RK3588 NPU' },
      ],
    })
  })

  test('R1.07 a Raspberry Pi with a Hailo tells both', async () => {
    expect(await factsOf(raspberryPi)).toMatchObject({
      model: 'Raspberry Pi 5 Model B Rev 1.0',
      cpu: { name: 'Cortex-A76', cores: 4 },
      accelerators: [
        { kind: 'gpu', vendor: 'broadcom', name: 'VideoCore VII' },
        { kind: 'npu', vendor: 'hailo', name: 'Hailo-8' },
      ],
    })
  })

  test('R1.07 a machine with NVIDIA and AMD tells its mainboard and both', async () => {
    expect(await factsOf(workstation)).toMatchObject({
      model: 'ASUSTeK COMPUTER INC. PRIME X570-P',
      system: 'Debian GNU/Linux 12 (bookworm)',
      cpu: { name: 'AMD Ryzen 7 3700X 8-Core Processor', cores: 16 },
      accelerators: [
        { kind: 'gpu', vendor: 'nvidia', name: 'NVIDIA GeForce RTX 3080', memory: null },
        { kind: 'gpu', vendor: 'amd', name: 'AMD GPU (1002:744c)', memory: 25_753_026_560 },
      ],
    })
  })

  test.each([
    ['a Jetson', jetson, { gpu: 0.483, temperature: 51.7 }],
    ['an RK3588', rk3588, { gpu: 0.62, temperature: 44.4 }],
    ['a Raspberry Pi', raspberryPi, { gpu: null, temperature: 52.8 }],
    ['a machine without thermal zones', workstation, { gpu: 0.12, temperature: 61.5 }],
  ] as const)('R2.20 readings of %s come one for each line that is asked', async (_, tree, sensors) => {
    const output = await run(by, 'readings', tree, 's 1\nf 2\nx 3\n')
    const blocks = output.split('\n.\n').slice(0, -1).map(linesOf)
    expect(blocks.map(([first]) => first)).toEqual([
      ['r', '1'],
      ['r', '2'],
      ['r', '3'],
    ])
    const first = parseReading(blocks[0] ?? [], noReadings, { at: 1_000, time: '2025-01-01T00:00:00.000Z' })
    expect(first?.reading.cpu).toBeNull()
    const grown = {
      ...tree,
      '/proc/stat': 'cpu  10132253 290696 3084719 46828583 16783 0 25195 0 0 0\n',
      '/proc/net/dev': 'eth0: 1030000 1 2 0 0 0 0 0 510000 1 3 0 0 0 0 0\n',
    }
    const [later = []] = (await run(by, 'readings', grown, 'f 1\n')).split('\n.\n').map(linesOf)
    const second = parseReading(later, first!.state, { at: 6_000, time: '2025-01-01T00:00:05.000Z' })
    expect(deviceReading.parse(second?.reading)).toMatchObject({
      ...sensors,
      cpu: 0.3333,
      load: 1.52,
      uptimeSeconds: 350_735.47,
      networkReceived: 2_000,
      networkSent: 1_400,
      networkErrors: 5,
      diskUsed: first?.reading.diskUsed,
      diskFree: first?.reading.diskFree,
    })
  })
})

const disks = [
  { line: '/dev/vda 264212084 17189876 78311388 18% /', used: 17_189_876, free: 78_311_388, percent: 18 },
  { line: '/dev/nvme0n1p2 491134192 338906088 127205996 73% /', used: 338_906_088, free: 127_205_996, percent: 73 },
] as const

test.each(disks)('R2.20 $line is $percent % used, as df says', ({ line, used, free, percent }) => {
  const kibibytes = { used: used * 1_024, free: free * 1_024 }
  const reading = 'c cpu  10 0 10 80 0 0 0 0 0 0\nm MemTotal: 4000000 kB\n'
  const parsed = parseReading(linesOf(`${reading}d ${line}\n`), noReadings, { at: 1, time: '2025-01-01T00:00:00.000Z' })
  expect(parsed?.reading).toMatchObject({ diskUsed: kibibytes.used, diskFree: kibibytes.free })
  const details = parseDetails(`vermilion-details 1\nmount ext4 /\ndisk ${line}\n`)
  expect(details?.disks).toEqual([{ device: line.split(' ')[0], mount: '/', type: 'ext4', ...kibibytes }])
  expect(Math.round(usedShare(kibibytes.used, kibibytes.free)! * 100)).toBe(percent)
})

test('R3.01 processes are measured over the time between two looks, also those that began in it, and all cores too', () => {
  const stat = (pid: number, ticks: number, startedAt: number) =>
    `${pid} (p${pid}) S 1 ${'0 '.repeat(9)}${ticks} 0 ${'0 '.repeat(6)}${startedAt} 0 256`
  const details = parseDetails(`vermilion-details 1
first-uptime 100.00 1
first-busy cpu  100 0 0 100 0 0 0 0 0 0
first ${stat(10, 500, 50)}
first ${stat(11, 900, 60)}
second-uptime 102.00 1
second-busy cpu  220 0 0 380 0 0 0 0 0 0
second ${stat(10, 600, 50)}
second ${stat(11, 8, 10_100)}
second ${stat(12, 12, 10_050)}
core cpu0
core cpu1
ticks 100
`)
  expect(details?.processes.map(({ pid, cpu }) => [pid, cpu])).toEqual([
    [10, 0.5],
    [12, 0.06],
    [11, 0.04],
  ])
  expect(details).toMatchObject({ cores: 2, cpu: 0.3 })
})

test('R1.07 a machine that tells no board has no model, and its architecture', async () => {
  const { '/proc/device-tree/model': _model, ...tree } = raspberryPi
  const facts = parseFacts(await run(['sh'], 'facts', tree), true)
  expect(facts).toMatchObject({ model: '', architecture: 'aarch64' })
})

test('whatever a device writes, it makes no facts, readings or details that are none', () => {
  const words = [
    'vermilion-facts 1',
    'vermilion-details 1',
    'cpu',
    'memory',
    'pci 0x1e60',
    'nvidia 9999999999999999999,',
    'c cpu',
    'm MemTotal:',
    'd x',
    'n eth0:',
    'gs',
    'gn 400%',
    't',
    'first 1 (a) S',
    'second 1 (a) S 1',
    'disk',
    'mount',
    'interface',
    'clock',
    '99999999999999999',
    '-1',
    'NaN',
    '1e400',
    '\0',
    '\u{1b}[2J',
    '\n',
    ' ',
    ',',
    '0x2864',
    '\u{202e}',
  ] as const
  const hostile = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 80 }).map((parts) => Buffer.from(parts.join(' '))),
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.concat([Buffer.from('vermilion-facts 1\n'), bytes])),
  )
  fc.assert(
    fc.property(hostile, (output) => {
      const facts = parseFacts(output, false)
      if (facts !== null) expect(JSON.stringify(deviceFacts.parse(facts))).not.toMatch(/[\p{Cc}\u{202e}]/u)
      const parsed = parseReading(linesOf(output), noReadings, { at: 1, time: '2025-01-01T00:00:00.000Z' })
      if (parsed !== null) deviceReading.parse(parsed.reading)
      parseDetails(output)
    }),
  )
  expect(parseFacts('vermilion-facts 2\n', true)).toBeNull()
  expect(parseFacts(Buffer.alloc(1_000_000, 'a'), true)).toBeNull()
})
