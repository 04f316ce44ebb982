import { healthCheckIds, healthCheckOffer, type HealthCheckId } from '@vermilion/contract/monitoring/health-checks'
import type { HealthState } from '@vermilion/contract/monitoring/health'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Database } from '#platform/database/database'

export interface Finding {
  readonly state: Exclude<HealthState, 'not-run'>
  readonly words: readonly Text[]
}

/** Lets an observer of a long check see its progress and abort it. */
export interface CheckObserver {
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal
  progress(done: number, unit: string): void
}

export interface Check {
  readonly id: HealthCheckId
  examine(observer?: CheckObserver): Promise<Finding>
  /** Repairs the problems that `examine` finds; absent when only a person can. */
  readonly repair?: () => Promise<void>
  /** Blocks writes while findings are confirmed and repaired. */
  readonly locksWrites?: true
}

export type Checks = ReturnType<typeof createChecks>

export function createChecks() {
  const checks = new Map<HealthCheckId, Check>()
  return {
    add(check: Check): void {
      if (checks.has(check.id)) throw new Error(`two checks are called ${check.id}`)
      if ((healthCheckOffer(check.id).repair === null) !== (check.repair === undefined))
        throw new Error(`the contract and the check ${check.id} differ about its repair`)
      checks.set(check.id, check)
    },
    all: (): readonly Check[] =>
      healthCheckIds.map((id) => {
        const check = checks.get(id)
        if (check === undefined) throw new Error(`nothing checks ${id}`)
        return check
      }),
  }
}

export function findingOf(problems: readonly Text[]): Finding {
  return { state: problems.length === 0 ? 'ok' : 'problem', words: problems }
}

export function databaseCheck(database: Pick<Database, 'problems'>): Check {
  return {
    id: 'database',
    examine: async () => findingOf((await database.problems()).map((text) => ({ en: text, zh: text }))),
  }
}

export interface Counted {
  readonly id: string
  readonly stored: Readonly<Record<string, number>>
  readonly counted: Readonly<Record<string, number>>
}

/** A check of rows whose derived columns are `differing`, which `set` puts right one by one. */
export function rowCheck<Row>(needs: {
  readonly id: HealthCheckId
  differing(): Promise<readonly Row[]>
  say(row: Row): Text | readonly Text[]
  set(row: Row): Promise<unknown>
}): Check {
  const { id, differing, say, set } = needs
  return {
    id,
    locksWrites: true,
    examine: async () => findingOf((await differing()).flatMap(say)),
    repair: async () => {
      for (const row of await differing()) await set(row)
    },
  }
}

/** `compare` recounts on `database.reader`; `set` writes the recounted numbers to a row. */
export function counterCheck(needs: {
  readonly id: HealthCheckId
  compare(): Promise<readonly Counted[]>
  set(row: Counted): Promise<unknown>
}): Check {
  const { id, compare, set } = needs
  const differing = async () => (await compare()).filter((row) => differences(row).length > 0)
  return rowCheck({ id, differing, say: differences, set })
}

function differences({ id, stored, counted }: Counted): Text[] {
  return Object.entries(counted)
    .filter(([column, number]) => stored[column] !== number)
    .map(([column, number]) => ({
      en: `${id}: ${column} says ${stored[column]}, there are ${number}`,
      zh: `${id}：${column} 记为 ${stored[column]}，实际为 ${number}`,
    }))
}
