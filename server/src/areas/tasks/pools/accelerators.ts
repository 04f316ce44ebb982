import { readJson } from '#platform/database/columns'
import { acceleratorPrefix } from './amounts.ts'
import type { Amounts } from './amounts.ts'
import type { ClaimRow } from './claim-store.ts'
import { instanceCount } from './claims.ts'

export interface Device {
  type: string
  index: number
}

type Holder = Pick<ClaimRow, 'acceleratorType' | 'acceleratorCount' | 'acceleratorIndexes' | 'instances'>

const wantedOf = ({ acceleratorCount, instances }: Holder) => acceleratorCount * instanceCount(readJson(instances))

/** Null when too few are free; empty when the pool counts accelerators without telling them apart. */
export function freeIndexes(row: Holder, running: readonly Holder[], devices: readonly Device[] | null) {
  const requested = wantedOf(row)
  if (requested === 0 || devices === null) return []
  const free = freeOf(running, devices).filter(({ type }) => type === row.acceleratorType)
  return free.length < requested ? null : free.slice(0, requested).map(({ index }) => index)
}

export function occupiedElsewhere(
  { own, all, capacity }: { own: readonly Holder[]; all: readonly Holder[]; capacity: Amounts },
  devices: readonly Device[] | null,
): Amounts {
  if (devices === null) return {}
  const free = freeOf(all, devices)
  const occupied: Record<string, number> = {}
  for (const type of new Set(devices.map((device) => device.type))) {
    const used = own
      .filter(({ acceleratorType }) => acceleratorType === type)
      .reduce((sum, row) => sum + wantedOf(row), 0)
    const name = `${acceleratorPrefix}${type}`
    const left = (capacity[name] ?? 0) - used
    occupied[name] = Math.max(0, left - free.filter((device) => device.type === type).length)
  }
  return occupied
}

function freeOf(running: readonly Holder[], devices: readonly Device[]): Device[] {
  const used = new Set(
    running.flatMap(({ acceleratorIndexes }) => (acceleratorIndexes === null ? [] : readJson(acceleratorIndexes))),
  )
  return devices.filter(({ index }) => !used.has(index))
}

/** Numbers the accelerators of pools on one machine: of each type, the maximum that a pool declares. */
export function numbered(pools: readonly (readonly { type: string; count: number }[])[]): Device[] {
  const counts = new Map<string, number>()
  for (const { type, count } of pools.flat()) counts.set(type, Math.max(count, counts.get(type) ?? 0))
  const types = [...counts].flatMap(([type, count]) => Array.from({ length: count }, () => type))
  return types.map((type, index) => ({ type, index }))
}
