export interface Steady<Row> {
  rows: readonly Row[]
  removed: ReadonlySet<string>
  added: number
}

export function steadyRows<Row>(
  previous: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
): Steady<Row> {
  const now = new Map(fresh.map((row) => [keyOf(row), row]))
  const keys = previous.map(keyOf)
  const previousKeys = new Set(keys)
  return {
    rows: previous.map((row) => now.get(keyOf(row)) ?? row),
    removed: new Set(keys.filter((key) => !now.has(key))),
    added: fresh.filter((row) => !previousKeys.has(keyOf(row))).length,
  }
}
