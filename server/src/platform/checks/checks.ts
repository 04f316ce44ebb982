import type { HealthCheckId } from '@vermilion/contract/monitoring/health-checks'
import { healthCheckIds, healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import type { HealthState } from '@vermilion/contract/monitoring/health'
import type { Text } from '@vermilion/contract/kernel/text'

/** What a check sees, with a line for each thing that is wrong, or what else there is to say. */
export interface Finding {
  readonly state: Exclude<HealthState, 'not-run'>
  readonly words: readonly Text[]
}

/** How somebody looks on while a long check runs. */
export interface Look {
  /** Aborts when nobody needs to know any more. */
  readonly signal: AbortSignal
  progress(done: number, unit: string): void
}

/** Something that must be true of the data folder or of the running server, and how to make it true again. */
export interface Check {
  readonly id: HealthCheckId
  examine(look?: Look): Promise<Finding>
  /** Puts right what `examine` finds. Absent where only a person can. */
  readonly repair?: () => Promise<void>
  /** Nothing may be written while this check looks again at what it found, and while it repairs that. */
  readonly locksWrites?: true
}

/** What is checked: areas add their own checks. */
export interface Checks {
  add(check: Check): void
  /** In the order of the contract's list. Throws where one is missing of it. */
  all(): readonly Check[]
}

export function createChecks(): Checks {
  const checks = new Map<HealthCheckId, Check>()
  return {
    add(check) {
      if (checks.has(check.id)) throw new Error(`two checks are called ${check.id}`)
      if ((healthCheckOffer(check.id).repair === null) !== (check.repair === undefined))
        throw new Error(`the contract and the check ${check.id} differ about its repair`)
      checks.set(check.id, check)
    },
    all: () =>
      healthCheckIds.map((id) => {
        const check = checks.get(id)
        if (check === undefined) throw new Error(`nothing checks ${id}`)
        return check
      }),
  }
}

/** The finding of a check that either finds something wrong or nothing. */
export function findingOf(problems: readonly Text[]): Finding {
  return { state: problems.length === 0 ? 'ok' : 'problem', words: problems }
}

/** Counters kept on one row, and what counting gives. */
export interface Counted {
  readonly id: string
  readonly stored: Readonly<Record<string, number>>
  readonly counted: Readonly<Record<string, number>>
}

/**
 * The check of counters that are kept incrementally in the transactions that change what they count. `compare` counts
 * again, on `database.reader`; `set` writes the counted numbers to a row.
 */
export function counterCheck(needs: {
  readonly id: HealthCheckId
  compare(): Promise<readonly Counted[]>
  set(row: Counted): Promise<unknown>
}): Check {
  const { id, compare, set } = needs
  const differing = async () => (await compare()).filter((row) => differences(row).length > 0)
  return {
    id,
    locksWrites: true,
    examine: async () => findingOf((await differing()).flatMap(differences)),
    repair: async () => {
      for (const row of await differing()) await set(row)
    },
  }
}

function differences({ id, stored, counted }: Counted): Text[] {
  return Object.entries(counted)
    .filter(([column, number]) => stored[column] !== number)
    .map(([column, number]) => ({
      en: `${id}: ${column} says ${stored[column]}, there are ${number}`,
      zh: `${id}：${column} 记为 ${stored[column]}，实际为 ${number}`,
    }))
}
