import type { Text } from '@vermilion/contract/kernel/text'
import type { Accelerator } from '@vermilion/contract/tasks/creation'
import { acceleratorPrefix, partsOf, shortOf } from './amounts.ts'
import type { Amounts } from './amounts.ts'

export interface Shortage {
  resource: Text
  asked: string
  there: string
  /** Set when the accelerator type does not exist in the pool. */
  missing: { asked: string; there: string | Text } | null
}

/** Returns undefined when the need fits once other tasks have ended. */
export function shortageOf(need: Amounts, there: Amounts): Shortage | undefined {
  const short = shortOf(need, there)
  if (short === undefined || short === 'places') return undefined
  const [request, has] = [need[short] ?? 0, there[short] ?? 0]
  const shortage = { asked: sayAmount(short, request), there: sayAmount(short, has) }
  const resource = resources[short]
  if (resource !== undefined) return { ...shortage, resource, missing: null }
  const type = short.slice(acceleratorPrefix.length)
  const isMissing = has === 0
  return {
    ...shortage,
    resource: { en: `accelerators of the type ${type}`, zh: `加速卡（${type}）` },
    missing: isMissing
      ? { asked: sayAccelerator({ type, count: request }), there: sayAccelerators(partsOf(there).accelerators) }
      : null,
  }
}

const resources: Readonly<Record<string, Text>> = {
  cpu: { en: 'processors', zh: '处理器' },
  memoryBytes: { en: 'memory', zh: '内存' },
}

const sayAmount = (name: string, amount: number) =>
  name === 'memoryBytes' ? `${Math.round(amount / 1_048_576)} MiB` : String(Number(amount.toFixed(2)))

export const sayAccelerator = ({ type, count }: Accelerator): string => `${count} × ${type}`

export const sayAccelerators = (all: readonly Accelerator[]): string | Text =>
  all.length === 0 ? { en: 'none', zh: '无' } : all.map(sayAccelerator).join(', ')
