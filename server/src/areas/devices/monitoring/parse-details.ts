import type { deviceDetails } from '@vermilion/contract/devices/readings'
import type { z } from 'zod'
import { cleanText, decimalNumber, type Line, linesOf, valuesOf, wholeNumber } from './lines.ts'
import { busyShare, processorOf } from './parse-reading.ts'

type Details = z.output<typeof deviceDetails>
type Process = Details['processes'][number]

const maxProcesses = 100
const maxDisks = 64
const maxInterfaces = 64

interface Sample {
  readonly name: string
  readonly parent: number
  readonly ticks: number
  /** Start time in ticks since boot, which distinguishes reused pids. */
  readonly startedAt: number
  readonly pages: number
}

export function parseDetails(
  output: Buffer | string,
): (Omit<Details, 'at' | 'clockOffsetSeconds'> & { clock: number | null }) | null {
  const lines = linesOf(output)
  if (valuesOf(lines, 'vermilion-details')[0] !== '1') return null
  const [earlier, later] = ['first', 'second'].map((key) => processorOf(valuesOf(lines, `${key}-busy`)[0]))
  return {
    cores: valuesOf(lines, 'core').length,
    cpu: later ? busyShare(later, earlier ?? null) : null,
    processes: processesOf(lines),
    disks: disksOf(lines),
    interfaces: interfacesOf(lines),
    clock: wholeNumber(valuesOf(lines, 'clock')[0]),
  }
}

/** Parses /proc/PID/stat, whose bracketed name may itself contain brackets. */
function samplesOf(lines: readonly string[]): Map<number, Sample> {
  const samples = new Map<number, Sample>()
  for (const line of lines) {
    const [, number, name = '', rest = ''] = /^(\d{1,10}) \((.*)\) ([A-Za-z] .*)$/.exec(line) ?? []
    const fields = rest.split(' ')
    const pid = wholeNumber(number)
    const [parent, user, system, started, pages] = [1, 11, 12, 19, 21].map((field) => wholeNumber(fields[field]))
    if (pid === null || pages === undefined || pages === null) continue
    samples.set(pid, {
      name: cleanText(name, 64),
      parent: parent ?? 0,
      ticks: (user ?? 0) + (system ?? 0),
      startedAt: started ?? 0,
      pages,
    })
  }
  return samples
}

/** Kernel threads are descendants of kthreadd. */
const isOfKernel = (pid: number, { parent, pages }: Sample) => pages === 0 && (pid === 2 || parent === 2)

function processesOf(lines: readonly Line[]): Process[] {
  const [first, second] = [samplesOf(valuesOf(lines, 'first')), samplesOf(valuesOf(lines, 'second'))]
  const uptime = (key: string) => decimalNumber(valuesOf(lines, key)[0]?.split(' ')[0]) ?? 0
  const seconds = uptime('second-uptime') - uptime('first-uptime')
  const ticks = wholeNumber(valuesOf(lines, 'ticks')[0]) || 100
  const page = wholeNumber(valuesOf(lines, 'page')[0]) || 4_096
  const owners = pairs(valuesOf(lines, 'owner'))
  const accounts = pairs(valuesOf(lines, 'account'))
  const processes = [...second].flatMap(([pid, sample]): Process[] => {
    if (isOfKernel(pid, sample)) return []
    const earlier = first.get(pid)
    // A process started in between used all of its time in between.
    const ticksBefore = earlier?.startedAt === sample.startedAt ? earlier.ticks : 0
    const spent = first.size === 0 ? 0 : Math.max(0, sample.ticks - ticksBefore)
    const owner = owners.get(String(pid)) ?? ''
    const memory = sample.pages * page
    return [
      {
        pid,
        user: cleanText(accounts.get(owner) ?? owner, 64),
        cpu: seconds > 0 ? Math.round((spent / ticks / seconds) * 1_000) / 1_000 : 0,
        memory: Number.isSafeInteger(memory) ? memory : 0,
        command: sample.name,
      },
    ]
  })
  return processes.toSorted((a, b) => b.cpu - a.cpu || b.memory - a.memory).slice(0, maxProcesses)
}

const pairs = (lines: readonly string[]) =>
  new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]))

const pseudo =
  /^(?:proc|sysfs|tmpfs|devtmpfs|devpts|cgroup2?|overlay|squashfs|ramfs|nsfs|fuse\..*|autofs|mqueue|tracefs|debugfs)$/

function disksOf(lines: readonly Line[]): Details['disks'] {
  const types = new Map(
    valuesOf(lines, 'mount').map((line) => [
      unescapeMount(line.slice(line.indexOf(' ') + 1)),
      line.split(' ')[0] ?? '',
    ]),
  )
  const disks = valuesOf(lines, 'disk').flatMap((line) => {
    const [, device = '', total, used, free, mount = ''] = /^(.+?) +(\d+) +(\d+) +(\d+) +\d+% +(\/.*)$/.exec(line) ?? []
    const [totalKibibytes, usedKibibytes, freeKibibytes] = [total, used, free].map(wholeNumber)
    const type = types.get(mount) ?? ''
    if (
      !totalKibibytes ||
      typeof usedKibibytes !== 'number' ||
      typeof freeKibibytes !== 'number' ||
      (pseudo.test(type) && mount !== '/')
    )
      return []
    return [
      {
        device: cleanText(device),
        mount: cleanText(mount),
        type: cleanText(type, 40),
        used: usedKibibytes * 1_024,
        free: freeKibibytes * 1_024,
      },
    ]
  })
  return disks.filter(({ used, free }) => Number.isSafeInteger(used) && Number.isSafeInteger(free)).slice(0, maxDisks)
}

/** /proc/mounts writes spaces as `\040`. */
const unescapeMount = (text: string) => text.replaceAll(String.raw`\040`, ' ')

function interfacesOf(lines: readonly Line[]): Details['interfaces'] {
  const addresses = new Map<string, string[]>()
  for (const line of valuesOf(lines, 'address')) {
    const [name = '', address = ''] = line.split(' ')
    addresses.set(name, [...(addresses.get(name) ?? []), cleanText(address, 64)].slice(0, 20))
  }
  return valuesOf(lines, 'interface')
    .slice(0, maxInterfaces)
    .map((line) => {
      const cut = line.indexOf(':')
      const name = line.slice(0, cut)
      const fields = line
        .slice(cut + 1)
        .trim()
        .split(' ')
        .map((field) => wholeNumber(field) ?? 0)
      return {
        name: cleanText(name, 40),
        addresses: addresses.get(name) ?? [],
        received: fields[0] ?? 0,
        sent: fields[8] ?? 0,
        errors: (fields[2] ?? 0) + (fields[10] ?? 0),
      }
    })
}
