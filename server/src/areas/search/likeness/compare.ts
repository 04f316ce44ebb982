import { minDuplicateSimilarity } from '@vermilion/contract/image-search/likeness'
import { clusterVectors, middlesOf } from './clusters.ts'
import { layOut } from './layout.ts'
import { findNeighbours, type Neighbours, nobody } from './neighbours.ts'
import { project, type Vectors } from './projection.ts'

export interface Comparison {
  /** x and y of each vector, from -1 to 1. */
  readonly positions: Float32Array
  /** The group of similar vectors that each belongs to; group 0 is the largest. */
  readonly groups: Uint32Array
  readonly middles: Uint32Array
  readonly pairs: { readonly one: Uint32Array; readonly other: Uint32Array; readonly likeness: Float32Array }
}

const used = { dimensions: 48, neighbours: 32 } as const
const maxGroups = 24
/** Fewest images of a group, in small datasets. */
const leastOfGroup = 12
const parts = { neighbours: 0.6, map: 0.4 } as const

/** Compares unit vectors, deterministically. `tell` receives the progress, 0 to 1. */
export function compareVectors(vectors: Vectors, tell: (part: number) => void): Comparison {
  const { count } = vectors
  const projected = project(vectors, used.dimensions)
  const neighbours = findNeighbours(vectors, projected, {
    each: Math.min(used.neighbours, Math.max(1, count - 1)),
    tell: (done) => tell((done / count) * parts.neighbours),
  })
  const positions = layOut(neighbours, projected, (part) => tell(parts.neighbours + part * parts.map))
  return { positions, ...groupsOf(projected), pairs: pairsOf(neighbours, count) }
}

function groupsOf(projected: Vectors): Pick<Comparison, 'groups' | 'middles'> {
  const { count } = projected
  const most = Math.max(1, Math.min(maxGroups, Math.round(Math.sqrt(count / 2)), Math.floor(count / leastOfGroup)))
  const clusters = clusterVectors(projected, most)
  const middles = middlesOf(projected, clusters)
  const sizes = new Map<number, number>()
  for (const cluster of clusters.of) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
  const order = [...sizes].toSorted(([one, first], [other, second]) => second - first || one - other)
  const groupOf = new Map(order.map(([cluster], group) => [cluster, group]))
  return {
    groups: clusters.of.map((cluster) => groupOf.get(cluster) ?? 0),
    middles: Uint32Array.from(order, ([cluster]) => middles.get(cluster) ?? 0),
  }
}

function pairsOf({ indexes, likeness, each }: Neighbours, count: number): Comparison['pairs'] {
  const isListed = (one: number, other: number) => indexes.subarray(one * each, (one + 1) * each).includes(other)
  const [ones, others, values]: [number[], number[], number[]] = [[], [], []]
  for (let index = 0; index < count; index++) {
    for (let position = index * each; position < (index + 1) * each; position++) {
      const other = indexes[position]!
      if (other === nobody || likeness[position]! < minDuplicateSimilarity) break
      if (other < index && isListed(other, index)) continue
      ones.push(index)
      others.push(other)
      values.push(likeness[position]!)
    }
  }
  return { one: Uint32Array.from(ones), other: Uint32Array.from(others), likeness: Float32Array.from(values) }
}
