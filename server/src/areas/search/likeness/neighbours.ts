import { clusterVectors } from './clusters.ts'
import { product, squaredDistance, type Vectors } from './projection.ts'

export interface Neighbours {
  readonly each: number
  /** The nearest first, padded with `nobody`. */
  readonly indexes: Uint32Array
  readonly likeness: Float32Array
}

export const nobody = 0xff_ff_ff_ff

/** Up to this number, vectors are compared with all others. */
const comparedWithAll = 2_000
/** Beyond, with at least this many of the nearest clusters. */
const leastCompared = 4_000
const rankedEach = 3

/**
 * Found by projection and sorted by the cosine of the unit vectors. With many vectors, some neighbors at the edges of clusters
 * are missed.
 */
export function findNeighbours(
  vectors: Vectors,
  projected: Vectors,
  { each, tell }: { each: number; tell: (done: number) => void },
): Neighbours {
  const { count } = vectors
  const indexes = new Uint32Array(count * each).fill(nobody)
  const likeness = new Float32Array(count * each)
  const nearest = createNearest(each * rankedEach)
  let done = 0
  for (const { own, candidates } of blocksOf(projected)) {
    for (const index of own) {
      nearest.clear()
      const at = index * projected.dimensions
      for (const other of candidates) {
        if (other === index) continue
        nearest.offer(
          other,
          squaredDistance(projected.values, at, projected.values, other * projected.dimensions, projected.dimensions),
        )
      }
      const ranked = nearest
        .all()
        .map((other) => ({ other, cosine: cosineOf(vectors, index, other) }))
        .toSorted((one, two) => two.cosine - one.cosine)
        .slice(0, each)
      for (const [position, { other, cosine }] of ranked.entries()) {
        indexes[index * each + position] = other
        likeness[index * each + position] = cosine
      }
      if (++done % 500 === 0) tell(done)
    }
  }
  return { each, indexes, likeness }
}

function cosineOf({ dimensions, values }: Vectors, one: number, other: number): number {
  return Math.max(-1, Math.min(1, product(values, one * dimensions, values, other * dimensions, dimensions)))
}

function* blocksOf(projected: Vectors): Generator<{ own: Uint32Array; candidates: Uint32Array }> {
  const { count, dimensions } = projected
  if (count <= comparedWithAll) {
    const all = Uint32Array.from({ length: count }, (_, index) => index)
    yield { own: all, candidates: all }
    return
  }
  const clusters = clusterVectors(projected, Math.min(1_024, Math.round(Math.sqrt(count))))
  const members = Array.from({ length: clusters.count }, () => [] as number[])
  for (const [index, cluster] of clusters.of.entries()) members[cluster]!.push(index)
  for (let cluster = 0; cluster < clusters.count; cluster++) {
    const { centres } = clusters
    const byDistance = members
      .map((_, other) => ({
        other,
        distance: squaredDistance(centres, cluster * dimensions, centres, other * dimensions, dimensions),
      }))
      .toSorted((one, two) => one.distance - two.distance)
    let size = 0
    const visited = byDistance.filter(({ other }) => {
      const isVisited = size < leastCompared
      if (isVisited) size += members[other]!.length
      return isVisited
    })
    yield {
      own: Uint32Array.from(members[cluster]!),
      candidates: Uint32Array.from(visited.flatMap(({ other }) => members[other]!)),
    }
  }
}

/** Keeps the nearest of the offered: so few that a sorted list beats a heap. */
function createNearest(most: number) {
  const indexes = new Uint32Array(most)
  const distances = new Float64Array(most)
  let size = 0
  return {
    clear: () => void (size = 0),
    offer(index: number, distance: number): void {
      if (size === most && distance >= distances[most - 1]!) return
      let position = size < most ? size++ : most - 1
      for (; position > 0 && distances[position - 1]! > distance; position--) {
        distances[position] = distances[position - 1]!
        indexes[position] = indexes[position - 1]!
      }
      distances[position] = distance
      indexes[position] = index
    },
    all: () => [...indexes.subarray(0, size)],
  }
}
