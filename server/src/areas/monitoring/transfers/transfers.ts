import { performance } from 'node:perf_hooks'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { type TransferKind, transferKinds } from '@vermilion/contract/monitoring/hosts'
import type { RouteTraffic } from '#platform/http/route-traffic'
import type { SocketTraffic } from '#platform/socket-traffic'

const shortest = 0.01

export type Transfers = ReturnType<typeof createTransfers>

export function createTransfers({ devices }: { devices: Pick<SocketTraffic, 'total'> }) {
  let routes: () => readonly RouteTraffic[] = () => []
  let previous: { at: number; totals: Record<TransferKind, number> } | undefined

  function totals(): Record<TransferKind, number> {
    const { received, sent } = devices.total()
    const sums = { upload: 0, download: 0, image: 0, 'device-received': received, 'device-sent': sent }
    for (const traffic of routes())
      for (const { kind, direction } of transfersOf(traffic)) sums[kind] += traffic[direction]
    return sums
  }

  return {
    totals,
    countRoutes: (source: () => readonly RouteTraffic[]) => void (routes = source),
    /** Bytes per second since the last call, by series name; null the first time. */
    rates(): Record<string, number> | null {
      const now = { at: performance.now(), totals: totals() }
      const last = previous
      const seconds = last === undefined ? 0 : (now.at - last.at) / 1_000
      if (last !== undefined && seconds < shortest) return null
      previous = now
      if (last === undefined) return null
      const rateOf = (kind: TransferKind) => Math.max(0, now.totals[kind] - last.totals[kind]) / seconds
      return Object.fromEntries<number>(transferKinds.map((kind) => [`transfer/${kind}`, rateOf(kind)]))
    },
  }
}

interface Counted {
  readonly kind: TransferKind
  readonly direction: 'received' | 'sent'
}

const upload: readonly Counted[] = [{ kind: 'upload', direction: 'received' }]
const image: readonly Counted[] = [{ kind: 'image', direction: 'sent' }]
const download: readonly Counted[] = [{ kind: 'download', direction: 'sent' }]
const device: readonly Counted[] = [
  { kind: 'device-received', direction: 'received' },
  { kind: 'device-sent', direction: 'sent' },
]

const kinds: readonly [RegExp, readonly Counted[]][] = [
  [/^\w+ \/(?:uploads|upload-packs|artifact-uploads)(?:\/|$)/, upload],
  [/^\w+ \/devices\/:\w+\/files\/(?:uploads|upload-packs)$/, upload],
  [/^\w+ \/enrolment$/, device],
  [/^GET \/files\/:\w+\/(?:thumbnail|preview|tiles?)$/, image],
  [/^GET \/.+\/content$/, download],
  [/^GET \/(?:device-)?archives\/:\w+$/, download],
  [/^GET \/exports\/:\w+\/file$/, download],
  [/^GET \/.+\/export$/, download],
]

export function transfersOf({ method, route }: { method: string; route: string }): readonly Counted[] {
  const at = route.indexOf(basePath)
  const path = at < 0 ? route : route.slice(at + basePath.length)
  return kinds.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? []
}
