import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { AcceleratorReading } from './nvidia.ts'

const vendors = { '0x1002': 'amd', '0x8086': 'intel' } as const
const vendorNames = { amd: 'AMD', intel: 'Intel' } as const
/** Intel's counters of sleep time in milliseconds: i915 and xe. */
const idleCounters = ['gt/gt0/rc6_residency_ms', 'device/tile0/gt0/gtidle/idle_residency_ms']

interface Previous {
  at: number
  idleMs: number | null
  microjoules: number | null
}

export function createSysfsCards({ root = '/' }: { root?: string } = {}) {
  const folder = join(root, 'sys/class/drm')
  const previous = new Map<string, Previous>()
  const text = async (path: string) => (await readFile(path, 'utf8').catch(() => undefined))?.trim()
  const number = async (path: string) => {
    const content = await text(path)
    return content !== undefined && /^\d+$/.test(content) ? Number(content) : null
  }

  async function sensorsOf(device: string): Promise<string | undefined> {
    const [driver] = await readdir(join(device, 'hwmon')).catch(() => [])
    return driver === undefined ? undefined : join(device, 'hwmon', driver)
  }

  async function idleOf(card: string): Promise<number | null> {
    for (const counter of idleCounters) {
      const value = await number(join(folder, card, counter))
      if (value !== null) return value
    }
    return null
  }

  async function readCard(card: string): Promise<Omit<AcceleratorReading, 'index'> | undefined> {
    const device = join(folder, card, 'device')
    const [vendorId = '', deviceId = '', deviceClass = ''] = await Promise.all(
      ['vendor', 'device', 'class'].map((name) => text(join(device, name))),
    )
    const vendor = Object.hasOwn(vendors, vendorId) ? vendors[vendorId as keyof typeof vendors] : undefined
    // Display controllers and processing accelerators.
    if (vendor === undefined || !/^0x(?:03|12)/.test(deviceClass)) return undefined
    const sensors = await sensorsOf(device)
    const sensor = async (name: string) => (sensors === undefined ? null : number(join(sensors, name)))
    const [busy, used, total, temperature, average, input, cap, microjoules, idleMs, product] = await Promise.all([
      number(join(device, 'gpu_busy_percent')),
      number(join(device, 'mem_info_vram_used')),
      number(join(device, 'mem_info_vram_total')),
      sensor('temp1_input'),
      sensor('power1_average'),
      sensor('power1_input'),
      sensor('power1_cap'),
      sensor('energy1_input'),
      idleOf(card),
      text(join(device, 'product_name')),
    ])
    const at = performance.now()
    const last = previous.get(card)
    previous.set(card, { at, idleMs, microjoules })
    const watts = (average ?? input) === null ? null : Number(average ?? input) / 1e6
    return {
      vendor,
      name: product || `${vendorNames[vendor]} GPU (${vendorId.slice(2)}:${deviceId.slice(2)})`,
      utilization: busy === null ? awakeShare({ at, idleMs }, last) : Math.min(1, busy / 100),
      memoryUsed: used,
      memoryTotal: total,
      temperature: temperature === null ? null : temperature / 1_000,
      power: watts ?? wattsBetween({ at, microjoules }, last),
      powerLimit: cap === null ? null : cap / 1e6,
    }
  }

  return {
    async read(first: number): Promise<AcceleratorReading[]> {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^card\d+$/.test(name))
      const ordered = names.toSorted((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
      const cards = (await Promise.all(ordered.map(readCard))).filter((card) => card !== undefined)
      return cards.map((card, position) => ({ ...card, index: first + position }))
    },
  }
}

function awakeShare(now: Pick<Previous, 'at' | 'idleMs'>, last: Previous | undefined): number | null {
  const idle = last?.idleMs ?? null
  if (now.idleMs === null || last === undefined || idle === null || now.at <= last.at || now.idleMs < idle) return null
  return Math.min(1, Math.max(0, 1 - (now.idleMs - idle) / (now.at - last.at)))
}

function wattsBetween(now: Pick<Previous, 'at' | 'microjoules'>, last: Previous | undefined): number | null {
  const spent = last?.microjoules ?? null
  if (now.microjoules === null || last === undefined || spent === null || now.at <= last.at) return null
  return now.microjoules < spent ? null : (now.microjoules - spent) / 1e3 / (now.at - last.at)
}
