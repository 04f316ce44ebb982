export interface Steady<Row> {
  rows: readonly Row[]
  /** Keys of rows that are shown still and are no longer there. */
  gone: ReadonlySet<string>
  /** How many rows came that are not shown yet. */
  added: number
}

/** The rows of before in their order, with the content of now. */
export function steadyRows<Row>(held: readonly Row[], fresh: readonly Row[], keyOf: (row: Row) => string): Steady<Row> {
  const now = new Map(fresh.map((row) => [keyOf(row), row]))
  const keys = held.map(keyOf)
  const before = new Set(keys)
  return {
    rows: held.map((row) => now.get(keyOf(row)) ?? row),
    gone: new Set(keys.filter((key) => !now.has(key))),
    added: fresh.filter((row) => !before.has(keyOf(row))).length,
  }
}
