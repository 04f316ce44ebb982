import { performance } from 'node:perf_hooks'
import { transferKinds } from '@vermilion/contract/monitoring/hosts'
import type { TransferKind } from '@vermilion/contract/monitoring/hosts'
import type { RouteTraffic } from '#platform/http/route-traffic'
import type { SocketTraffic } from '#platform/socket-traffic'
import { transfersOf } from './transfer-kind.ts'

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
