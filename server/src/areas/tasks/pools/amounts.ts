import type { Accelerator } from '@vermilion/contract/tasks/creation'

/** Resource amounts: slots, CPU cores, bytes of memory, accelerators by type. */
export type Amounts = Readonly<Record<string, number>>

interface Parts {
  places: number
  cpu: number
  memoryBytes: number
  accelerators: readonly Accelerator[]
}

export const acceleratorPrefix = 'accelerator '

export function amountsOf({ places, cpu, memoryBytes, accelerators }: Parts): Amounts {
  const amounts: Record<string, number> = { places, cpu, memoryBytes }
  for (const { type, count } of accelerators) {
    const name = `${acceleratorPrefix}${type}`
    if (count > 0) amounts[name] = (amounts[name] ?? 0) + count
  }
  return amounts
}

export function partsOf(amounts: Amounts): Parts & { accelerators: Accelerator[] } {
  const accelerators = Object.entries(amounts)
    .filter(([name]) => name.startsWith(acceleratorPrefix))
    .map(([name, count]) => ({ type: name.slice(acceleratorPrefix.length), count }))
  const { places = 0, cpu = 0, memoryBytes = 0 } = amounts
  return { places, cpu, memoryBytes, accelerators }
}

export function sum(all: Iterable<Amounts>): Amounts {
  const total: Record<string, number> = {}
  for (const amounts of all) for (const name in amounts) total[name] = (total[name] ?? 0) + (amounts[name] ?? 0)
  return total
}

export function minus(from: Amounts, used: Amounts): Amounts {
  const left: Record<string, number> = { ...from }
  for (const name in used) left[name] = (left[name] ?? 0) - (used[name] ?? 0)
  return left
}

/** Tolerance for rounding errors of fractional CPU cores. */
const dust = 1e-9

/** Names a resource that is short; undefined when the need fits. Resources that are not needed may be overdrawn. */
export function shortOf(need: Amounts, free: Amounts): string | undefined {
  for (const name in need) {
    const request = need[name] ?? 0
    if (request > 0 && request > (free[name] ?? 0) + dust) return name
  }
  return undefined
}

export const fits = (need: Amounts, free: Amounts) => shortOf(need, free) === undefined
