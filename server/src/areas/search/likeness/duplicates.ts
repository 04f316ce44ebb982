import type { splits } from '@vermilion/contract/datasets/kinds'
import type { KeptComparison } from './comparison-file.ts'

export interface Candidate {
  readonly number: number
  readonly checksum: string
  readonly isLabeled: boolean
  readonly labels: number
  readonly pixels: number
  readonly path: string
  readonly split: (typeof splits)[number]
}

export interface Duplicates {
  readonly kept: Candidate
  readonly others: readonly { readonly image: Candidate; readonly likeness: number; readonly isExact: boolean }[]
}

/**
 * Images of the same content, and those at least this similar to the kept one: a labeled one if any, then the one with more
 * labels, the larger one, the first by path. Largest groups come first.
 */
export function groupDuplicates(
  candidates: readonly Candidate[],
  { checksums, pairs }: Pick<KeptComparison, 'checksums' | 'pairs'>,
  threshold: number,
): Duplicates[] {
  const ranked = candidates.toSorted(byWorth)
  const images = Map.groupBy(ranked, ({ checksum }) => checksum)
  const alike = new Map<string, { checksum: string; likeness: number }[]>()
  const add = (one: string, other: string, likeness: number) => {
    const near = alike.get(one)
    if (near === undefined) alike.set(one, [{ checksum: other, likeness }])
    else near.push({ checksum: other, likeness })
  }
  for (const [index, likeness] of pairs.likeness.entries()) {
    if (likeness < threshold) continue
    const [one, other] = [checksums[pairs.one[index]!]!, checksums[pairs.other[index]!]!]
    add(one, other, likeness)
    add(other, one, likeness)
  }
  const grouped = new Set<string>()
  const widest = Math.acos(threshold) + 1e-6
  /** Each content lists only its nearest: others are reached through them and are at least as similar. */
  function nearTo(checksum: string) {
    const angles = new Map([[checksum, 0]])
    for (const [one, angle] of angles)
      for (const near of alike.get(one) ?? []) {
        const sum = angle + Math.acos(Math.min(1, near.likeness))
        if (sum <= widest && !grouped.has(near.checksum) && !angles.has(near.checksum)) angles.set(near.checksum, sum)
      }
    angles.delete(checksum)
    return [...angles].map(([other, angle]) => ({ checksum: other, likeness: Math.cos(angle) }))
  }
  const groups: Duplicates[] = []
  for (const [checksum, [retained, ...copies]] of images) {
    if (retained === undefined || grouped.has(checksum)) continue
    grouped.add(checksum)
    const others: Duplicates['others'][number][] = copies.map((image) => ({ image, likeness: 1, isExact: true }))
    for (const near of nearTo(checksum).toSorted((one, other) => other.likeness - one.likeness)) {
      if (grouped.has(near.checksum)) continue
      grouped.add(near.checksum)
      for (const image of images.get(near.checksum) ?? [])
        others.push({ image, likeness: near.likeness, isExact: false })
    }
    if (others.length > 0) groups.push({ kept: retained, others })
  }
  return groups.toSorted((one, other) => other.others.length - one.others.length)
}

function byWorth(one: Candidate, other: Candidate): number {
  return (
    Number(other.isLabeled) - Number(one.isLabeled) ||
    other.labels - one.labels ||
    other.pixels - one.pixels ||
    (one.path < other.path ? -1 : 1)
  )
}
