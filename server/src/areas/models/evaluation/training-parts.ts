import { type TrainingPart, trainingParts } from '@vermilion/contract/models/training-parts'
import type { Datasets } from '#areas/datasets'
import type { ReadContent } from '../lineage/training-data.ts'

type Snapshots = Pick<Datasets['snapshots'], 'imagesOf'>

const digits = 13
const numberOf = (checksum: string) => Number.parseInt(checksum.slice(0, digits), 16)
export const codeOf = (part: TrainingPart) => trainingParts.indexOf(part)

/** A sorted array of checksums, 8 bytes each: there may be a million. */
function createChecksums() {
  let values = new Float64Array(1_024)
  let length = 0
  let sorted: Float64Array | undefined
  return {
    add(checksum: string): void {
      if (length === values.length) {
        const more = new Float64Array(length * 2)
        more.set(values)
        values = more
      }
      values[length] = numberOf(checksum)
      length += 1
      sorted = undefined
    },
    has(checksum: string): boolean {
      sorted ??= values.slice(0, length).sort()
      const value = numberOf(checksum)
      let [low, high] = [0, sorted.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (sorted[middle]! < value) low = middle + 1
        else high = middle
      }
      return sorted[low] === value
    },
  }
}

/**
 * Index into `trainingParts`. Images are matched by content, so a renamed image counts. An image in several splits counts as
 * trained on.
 */
export async function partsOfImages(
  snapshots: Snapshots,
  content: string,
  training: ReadContent | undefined,
): Promise<Uint8Array> {
  const sets = { train: createChecksums(), validation: createChecksums(), test: createChecksums() }
  let isAll = training?.isAll ?? false
  for (const one of training?.contents ?? []) {
    try {
      for await (const { checksum, split } of snapshots.imagesOf(one)) sets[split].add(checksum)
    } catch {
      isAll = false
    }
  }
  const parts: number[] = []
  for await (const { checksum } of snapshots.imagesOf(content)) {
    const part = (['train', 'validation', 'test'] as const).find((split) => sets[split].has(checksum))
    parts.push(codeOf(part ?? (isAll ? 'unseen' : 'unknown')))
  }
  return Uint8Array.from(parts)
}
