import { hash } from 'node:crypto'
import { splits } from '@vermilion/contract/datasets/kinds'

type Split = (typeof splits)[number]

/**
 * Where an image stands among those that are divided: first by its group, whose images are divided among themselves;
 * in it as the seed and its content say, not as the images are given.
 */
export function turnOf(group: string, checksum: string, seed: number): string {
  return `${group} ${hash('sha1', `${seed}:${checksum}`)}`
}

/** Gives out splits one after the other by a ratio, so that any run of them has it as exactly as whole images can. */
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
