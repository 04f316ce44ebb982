/**
 * Comparing images by their vectors: `npm run bench search/likeness [count=20000] [dimensions=512]`. Vectors of a latent space with
 * 2,000 centres, as embedders give them. Tells how long the thread takes for map, groups and pairs, what it holds, and how many of
 * the 15 nearest by exact cosines are among the neighbours, and among the nearest 15 on the map.
 */
import { compareVectors } from '../../server/src/areas/search/likeness/compare.ts'
import { findNeighbours } from '../../server/src/areas/search/likeness/neighbours.ts'
import { product, project } from '../../server/src/areas/search/likeness/projection.ts'
import { createVectors } from './random-vectors.ts'

const [countText = '20000', dimensionsText = '512'] = process.argv.slice(2)
const count = Number(countText)
const dimensions = Number(dimensionsText)
const nearestCount = 15
const tested = 100

const source = createVectors(dimensions, 'latent')
const values = new Float32Array(count * dimensions)
for (let index = 0; index < count; index++) values.set(source.next(), index * dimensions)
const vectors = { count, dimensions, values }

const start = performance.now()
const { positions } = compareVectors(vectors, () => undefined)
const seconds = (performance.now() - start) / 1_000
const { indexes, each } = findNeighbours(vectors, project(vectors, 48), { each: 32, tell: () => undefined })

let [matched, near] = [0, 0]
for (let test = 0; test < tested; test++) {
  const index = Math.floor((test * count) / tested)
  const exact = nearestBy(
    (other) => -product(values, index * dimensions, values, other * dimensions, dimensions),
    index,
  )
  const neighbours = new Set(indexes.subarray(index * each, (index + 1) * each))
  const onMap = new Set(nearestBy((other) => distance(index, other), index))
  matched += exact.filter((other) => neighbours.has(other)).length
  near += exact.filter((other) => onMap.has(other)).length
}
console.table([
  {
    images: count,
    dimensions,
    seconds: seconds.toFixed(1),
    'memory MiB': Math.round(process.memoryUsage().rss / 2 ** 20),
    'neighbours found': (matched / (tested * nearestCount)).toFixed(3),
    'of them near on the map': (near / (tested * nearestCount)).toFixed(3),
  },
])

function nearestBy(measure: (other: number) => number, index: number): number[] {
  const measures = Float64Array.from({ length: count }, (_, other) => (other === index ? Infinity : measure(other)))
  const bound = [...measures].toSorted((one, other) => one - other)[nearestCount - 1]!
  return [...measures.keys()].filter((other) => measures[other]! <= bound).slice(0, nearestCount)
}

function distance(one: number, other: number): number {
  return Math.hypot(positions[one * 2]! - positions[other * 2]!, positions[one * 2 + 1]! - positions[other * 2 + 1]!)
}
