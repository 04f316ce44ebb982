import { permutation, randomAt } from '../random.ts'
import type { DataFolder, Sample } from './sample.ts'

/** Share of training images used for validation when the data has no validation images. */
const validationPart = 0.2

/** Training and validation images of the data, else a random fifth chosen by the seed. */
export function trainingSplit<S extends Sample>(
  { splits }: DataFolder<S>,
  seed: number,
): { train: S[]; val: S[] } {
  const { train, val } = splits
  if (train.length === 0 || val.length > 0) return { train, val }
  // A single image is used for both.
  if (train.length === 1) return { train, val: train }
  const count = Math.max(1, Math.round(train.length * validationPart))
  const drawn = new Set(permutation(train.length, randomAt(seed)).slice(0, count))
  return { train: train.filter((_, i) => !drawn.has(i)), val: train.filter((_, i) => drawn.has(i)) }
}
