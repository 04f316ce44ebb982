import { hash } from 'node:crypto'
import { splits } from '@vermilion/contract/datasets/kinds'
import type { Split } from '../rules.ts'

/** Sorts by group first, so that each group is divided evenly; within it by seed and content, independent of the given order. */
export function turnOf(group: string, checksum: string, seed: number): string {
  return `${group} ${hash('sha1', `${seed}:${checksum}`)}`
}

/** Deals out splits by a ratio, so that every consecutive run has it as exactly as whole images allow. */
export function createDivider(ratio: Readonly<Record<Split, number>>): () => Split {
  const sum = splits.reduce((total, split) => total + ratio[split], 0)
  const owed = { train: 0, validation: 0, test: 0 }
  return () => {
    for (const split of splits) owed[split] += ratio[split] / sum
    const next = splits.reduce((most, split) => (owed[split] > owed[most] ? split : most))
    owed[next] -= 1
    return next
  }
}
