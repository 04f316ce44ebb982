import { createRandom, sampleOf } from './random.ts'

export interface Vectors {
  readonly count: number
  readonly dimensions: number
  readonly values: Float32Array
}

const rounds = 6
const maxSampled = 3_000

/** The strongest first, by subspace iteration over a sample (Halko, Martinsson, Tropp 2011). */
export function project({ count, dimensions, values }: Vectors, most: number): Vectors {
  const rank = Math.min(most, dimensions, Math.max(1, count))
  const sample = sampleOf(count, maxSampled)
  const mean = meanOf(values, dimensions, sample)
  const centered = new Float32Array(sample.length * dimensions)
  for (const [row, index] of sample.entries()) {
    for (let k = 0; k < dimensions; k++) centered[row * dimensions + k] = values[index * dimensions + k]! - mean[k]!
  }
  const random = createRandom(0x51_7c_c1)
  let axes = Float32Array.from({ length: rank * dimensions }, () => random() - 0.5)
  for (let round = 0; round < rounds; round++) {
    orthonormalize(axes, rank, dimensions)
    const next = new Float32Array(rank * dimensions)
    for (let row = 0; row < sample.length; row++) {
      for (let axis = 0; axis < rank; axis++) {
        const along = product(centered, row * dimensions, axes, axis * dimensions, dimensions)
        for (let k = 0; k < dimensions; k++) next[axis * dimensions + k]! += along * centered[row * dimensions + k]!
      }
    }
    axes = next
  }
  orthonormalize(axes, rank, dimensions)
  const projected = new Float32Array(count * rank)
  for (let axis = 0; axis < rank; axis++) {
    const offset = product(mean, 0, axes, axis * dimensions, dimensions)
    for (let index = 0; index < count; index++)
      projected[index * rank + axis] = product(values, index * dimensions, axes, axis * dimensions, dimensions) - offset
  }
  return { count, dimensions: rank, values: projected }
}

export function product(one: Float32Array, at: number, other: Float32Array, from: number, length: number): number {
  let sum = 0
  for (let k = 0; k < length; k++) sum += one[at + k]! * other[from + k]!
  return sum
}

export function squaredDistance(
  one: Float32Array,
  at: number,
  other: Float32Array,
  from: number,
  length: number,
): number {
  let sum = 0
  for (let k = 0; k < length; k++) {
    const difference = one[at + k]! - other[from + k]!
    sum += difference * difference
  }
  return sum
}

function meanOf(values: Float32Array, dimensions: number, sample: Uint32Array): Float32Array {
  const mean = new Float32Array(dimensions)
  for (const index of sample) for (let k = 0; k < dimensions; k++) mean[k]! += values[index * dimensions + k]!
  return mean.map((value) => value / Math.max(1, sample.length))
}

/** Gram-Schmidt; a dependent axis becomes zeros. */
function orthonormalize(axes: Float32Array, rank: number, dimensions: number): void {
  for (let axis = 0; axis < rank; axis++) {
    const at = axis * dimensions
    for (let earlier = 0; earlier < axis; earlier++) {
      const along = product(axes, at, axes, earlier * dimensions, dimensions)
      for (let k = 0; k < dimensions; k++) axes[at + k]! -= along * axes[earlier * dimensions + k]!
    }
    const length = Math.sqrt(product(axes, at, axes, at, dimensions))
    for (let k = 0; k < dimensions; k++) axes[at + k] = length < 1e-12 ? 0 : axes[at + k]! / length
  }
}
