export interface Amount {
  files: number
  bytes: number
}

export function sumOf(amounts: readonly Amount[]): Amount {
  const sum = { files: 0, bytes: 0 }
  for (const amount of amounts) plus(sum, amount)
  return sum
}

export function add<Key>(to: Map<Key, Amount>, key: Key, amount: Amount): void {
  const sum = to.get(key) ?? { files: 0, bytes: 0 }
  plus(sum, amount)
  to.set(key, sum)
}

export function plus(sum: Amount | undefined, { files, bytes }: Amount): void {
  if (sum === undefined) return
  sum.files += files
  sum.bytes += bytes
}
