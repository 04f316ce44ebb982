/** Something that must be true of the data folder, and how to make it true again. */
export interface Check {
  /** What is checked, in a few words: `counters of spaces`. */
  readonly name: string
  /** One line per thing that is wrong. */
  problems(): Promise<string[]>
  /** Puts right what `problems` finds. Absent where only a person can. */
  readonly repair?: () => Promise<void>
}

/** What `vermilion doctor` asks: areas add their own checks. */
export interface Checks {
  add(check: Check): void
  all(): readonly Check[]
}

export function createChecks(): Checks {
  const checks: Check[] = []
  return { add: (check) => void checks.push(check), all: () => checks }
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
  readonly name: string
  compare(): Promise<readonly Counted[]>
  set(row: Counted): Promise<unknown>
}): Check {
  const { name, compare, set } = needs
  const differing = async () => (await compare()).filter((row) => differences(row).length > 0)
  return {
    name,
    problems: async () => (await differing()).flatMap((row) => differences(row).map((text) => `${row.id}: ${text}`)),
    repair: async () => {
      for (const row of await differing()) await set(row)
    },
  }
}

function differences({ stored, counted }: Counted): string[] {
  return Object.entries(counted)
    .filter(([column, number]) => stored[column] !== number)
    .map(([column, number]) => `${column} says ${stored[column]}, there are ${number}`)
}
