export interface Pair {
  readonly key: string
  readonly value: string
}

export const pairsOf = (record: Readonly<Record<string, string>>): Pair[] =>
  Object.entries(record).map(([key, value]) => ({ key, value }))

export const recordOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value]))
