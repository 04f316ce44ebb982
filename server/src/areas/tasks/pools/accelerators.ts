import { readJson } from '#platform/database/columns'
import type { ClaimRow } from './claim-store.ts'
import { instancesOf } from './claims.ts'

interface Device {
  type: string
  index: number
}

/** Which accelerators a task gets: the first that no running task has. */
export function freeIndexes(row: ClaimRow, running: readonly ClaimRow[], devices: readonly Device[]): number[] {
  const wanted = row.acceleratorCount * instancesOf(readJson(row.instances))
  if (wanted === 0) return []
  const taken = new Set(
    running
      .filter(({ acceleratorType }) => acceleratorType === row.acceleratorType)
      .flatMap(({ acceleratorIndexes }) => (acceleratorIndexes === null ? [] : readJson(acceleratorIndexes))),
  )
  const free = devices.filter(({ type, index }) => type === row.acceleratorType && !taken.has(index))
  return free.slice(0, wanted).map(({ index }) => index)
}
