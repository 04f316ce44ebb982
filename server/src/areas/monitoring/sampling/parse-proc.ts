export interface Counters {
  cpu: { total: number; busy: number } | null
  disk: { read: number; written: number } | null
  interfaces: ReadonlyMap<string, { received: number; sent: number; errors: number }>
}

const sectorBytes = 512

/** `cpu user nice system idle iowait irq softirq steal …` in ticks; guest time is included in user time. See proc(5). */
export function cpuOf(stat: string | undefined): Counters['cpu'] {
  const ticks = (/^cpu +(.*)$/m.exec(stat ?? '')?.[1] ?? '').split(' ').slice(0, 8).map(Number)
  if (ticks.length < 5 || ticks.some(Number.isNaN)) return null
  const total = ticks.reduce((sum, value) => sum + value, 0)
  return { total, busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0) }
}

export const coresOf = (stat: string | undefined): number | null => stat?.match(/^cpu\d+ /gm)?.length ?? null

export function memoryOf(text: string | undefined) {
  const size = (key: string) => {
    const kibibytes = new RegExp(`^${key}: +(\\d+) kB`, 'm').exec(text ?? '')?.[1]
    return kibibytes === undefined ? null : Number(kibibytes) * 1_024
  }
  const [total, available, swapTotal, swapFree] = ['MemTotal', 'MemAvailable', 'SwapTotal', 'SwapFree'].map(size)
  const usedOf = (of: number | null = null, free: number | null = null) =>
    of === null || free === null ? null : Math.max(0, of - free)
  return {
    memory: { used: usedOf(total, available), total: total ?? null },
    swap: { used: usedOf(swapTotal, swapFree), total: swapTotal ?? null },
  }
}

export function firstNumber(text: string | undefined): number | null {
  const value = Number.parseFloat(text ?? '')
  return Number.isFinite(value) ? value : null
}

/** Virtual interfaces whose traffic is counted elsewhere or internal. */
const inner = /^(?:lo$|veth|docker|br-|virbr|cni|flannel|cali|dummy|ifb|sit|tunl|podman)/

/** Parses /proc/net/dev: `eth0: bytes packets errs …5 more… bytes packets errs …`. */
export function interfacesOf(text: string | undefined): Counters['interfaces'] {
  const lines = (text ?? '').split('\n').flatMap((line) => {
    const [, name = '', numbers = ''] = /^\s*([^\s:]+):\s*(.*)$/.exec(line) ?? []
    const fields = numbers.split(/\s+/).map(Number)
    const [received, , receiveErrors] = fields
    const [sent, , sendErrors] = fields.slice(8)
    if (name === '' || inner.test(name) || received === undefined || sent === undefined) return []
    return [[name, { received, sent, errors: (receiveErrors ?? 0) + (sendErrors ?? 0) }] as const]
  })
  return new Map(lines)
}

/** Parses /proc/diskstats for these disks: `major minor name reads merged sectors ms writes merged sectors …`. */
export function diskOf(text: string | undefined, disks: ReadonlySet<string>): Counters['disk'] {
  if (text === undefined || disks.size === 0) return null
  const sum = { read: 0, written: 0 }
  for (const line of text.split('\n')) {
    const [, , name = '', , , read, , , , written] = line.trim().split(/\s+/)
    if (!disks.has(name)) continue
    sum.read += Number(read) * sectorBytes
    sum.written += Number(written) * sectorBytes
  }
  return sum
}

/** Per second; null after a counter reset. */
export function rateOf(now: number | undefined, previous: number | undefined, seconds: number): number | null {
  if (now === undefined || previous === undefined || seconds <= 0 || now < previous) return null
  return (now - previous) / seconds
}

export function busyShare(now: Counters['cpu'], previous: Counters['cpu']): number | null {
  if (now === null || previous === null || now.total <= previous.total) return null
  return Math.min(1, Math.max(0, (now.busy - previous.busy) / (now.total - previous.total)))
}
