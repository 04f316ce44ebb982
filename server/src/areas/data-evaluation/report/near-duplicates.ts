import { setImmediate as breath } from 'node:timers/promises'

export const maxDifferingBits = 3
const atOnce = 2_000

/** Largest group first. Hashes that differ in at most three bits share one of four quarters, so only those are compared. */
export async function nearDuplicates(hashes: readonly string[]): Promise<number[][]> {
  const groups = createGroups(hashes.length)
  const first = new Map<string, number>()
  const quarters = Array.from({ length: 4 }, () => new Map<string, number[]>())
  for (const [index, hash] of hashes.entries()) {
    if (index % atOnce === atOnce - 1) await breath()
    const same = first.get(hash)
    if (same !== undefined) {
      groups.join(same, index)
      continue
    }
    first.set(hash, index)
    for (const [number, quarter] of quarters.entries()) {
      const part = hash.slice(number * 4, number * 4 + 4)
      const others = quarter.get(part) ?? []
      for (const other of others) {
        if (differingBits(hashes[other]!, hash) <= maxDifferingBits) groups.join(other, index)
      }
      quarter.set(part, others)
      others.push(index)
    }
  }
  const members = Map.groupBy(hashes.keys(), groups.of)
  return [...members.values()]
    .filter((group) => group.length > 1)
    .toSorted((one, other) => other.length - one.length || one[0]! - other[0]!)
}

function differingBits(one: string, other: string): number {
  return (
    ones(Number.parseInt(one.slice(0, 8), 16) ^ Number.parseInt(other.slice(0, 8), 16)) +
    ones(Number.parseInt(one.slice(8), 16) ^ Number.parseInt(other.slice(8), 16))
  )
}

function ones(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

function createGroups(count: number) {
  const above = Array.from({ length: count }, (_, index) => index)
  function of(index: number): number {
    let root = index
    while (above[root] !== root) {
      above[root] = above[above[root]!]!
      root = above[root]!
    }
    return root
  }
  return {
    of,
    join(one: number, other: number): void {
      const [low, high] = [of(one), of(other)].toSorted((left, right) => left - right)
      above[high!] = low!
    },
  }
}
