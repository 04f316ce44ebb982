import { squaredDistance, type Vectors } from './projection.ts'
import { createRandom, sampleOf } from './random.ts'

export interface Clusters {
  readonly count: number
  readonly centres: Float32Array
  readonly of: Uint32Array
}

const rounds = 12
const sampledEach = 64

/** k-means with k-means++ (Arthur, Vassilvitskii 2007), learned from a sample. */
export function clusterVectors(vectors: Vectors, most: number): Clusters {
  const { dimensions } = vectors
  const sample = sampleOf(vectors.count, Math.max(2_000, most * sampledEach))
  const centres = firstCentres(vectors, sample, most)
  const count = centres.length / dimensions
  for (let round = 0; round < rounds; round++) {
    const sums = new Float64Array(centres.length)
    const sizes = new Uint32Array(count)
    for (const index of sample) {
      const cluster = nearestCentre(vectors, index, centres)
      sizes[cluster]! += 1
      for (let k = 0; k < dimensions; k++) sums[cluster * dimensions + k]! += vectors.values[index * dimensions + k]!
    }
    for (let at = 0; at < centres.length; at++) {
      const size = sizes[Math.floor(at / dimensions)]!
      if (size > 0) centres[at] = sums[at]! / size
    }
  }
  const of = Uint32Array.from({ length: vectors.count }, (_, index) => nearestCentre(vectors, index, centres))
  return { count, centres, of }
}

function firstCentres({ dimensions, values }: Vectors, sample: Uint32Array, most: number): Float32Array {
  const random = createRandom(0x2c_1b_3c_6d)
  const selected = [sample[Math.floor(random() * sample.length)]!]
  const distances = new Float64Array(sample.length).fill(Infinity)
  while (selected.length < Math.min(most, sample.length)) {
    const last = selected.at(-1)!
    let sum = 0
    for (const [position, index] of sample.entries()) {
      const distance = squaredDistance(values, index * dimensions, values, last * dimensions, dimensions)
      distances[position] = Math.min(distances[position]!, distance)
      sum += distances[position]
    }
    if (sum < 1e-9) break
    let remaining = random() * sum
    const position = distances.findIndex((distance) => (remaining -= distance) < 0)
    selected.push(sample[position === -1 ? sample.length - 1 : position]!)
  }
  const centres = new Float32Array(selected.length * dimensions)
  for (const [at, index] of selected.entries())
    centres.set(values.subarray(index * dimensions, (index + 1) * dimensions), at * dimensions)
  return centres
}

function nearestCentre({ dimensions, values }: Vectors, index: number, centres: Float32Array): number {
  let [nearest, least] = [0, Infinity]
  for (let cluster = 0; cluster * dimensions < centres.length; cluster++) {
    const distance = squaredDistance(values, index * dimensions, centres, cluster * dimensions, dimensions)
    if (distance < least) [nearest, least] = [cluster, distance]
  }
  return nearest
}

export function middlesOf({ dimensions, values }: Vectors, { centres, of }: Clusters): Map<number, number> {
  const middles = new Map<number, { index: number; distance: number }>()
  for (const [index, cluster] of of.entries()) {
    const distance = squaredDistance(values, index * dimensions, centres, cluster * dimensions, dimensions)
    if (distance < (middles.get(cluster)?.distance ?? Infinity)) middles.set(cluster, { index, distance })
  }
  return new Map([...middles].map(([cluster, { index }]) => [cluster, index]))
}
