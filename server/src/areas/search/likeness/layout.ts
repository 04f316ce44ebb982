import { type Neighbours, nobody } from './neighbours.ts'
import { createRandom } from './random.ts'
import type { Vectors } from './projection.ts'

/** Parameters of the curve 1 / (1 + a d^2b), for a minimum distance of a tenth of the spread. */
const curve = { a: 1.577, b: 0.895 }
const pulling = 15
const pushesEach = 5
const maxStep = 4

interface Edge {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly weight: Float32Array
}

/**
 * UMAP (McInnes, Healy, Melville 2018), initialized with the first two principal components. x and y of each point, from -1 to 1.
 */
export function layOut(
  { indexes, likeness, each }: Neighbours,
  projected: Vectors,
  tell: (part: number) => void,
): Float32Array {
  const { count } = projected
  const positions = startOf(projected)
  const edges = edgesOf({ indexes, likeness, each }, count)
  const epochs = count <= 10_000 ? 400 : count <= 50_000 ? 200 : 120
  if (edges.from.length > 0) spread(positions, edges, { count, epochs, tell })
  return intoSquare(positions)
}

function startOf({ count, dimensions, values }: Vectors): Float32Array {
  const random = createRandom(0x9e_37_79)
  const positions = new Float32Array(count * 2)
  let largest = 1e-9
  for (let index = 0; index < count; index++)
    for (const axis of [0, 1])
      largest = Math.max(largest, Math.abs(axis < dimensions ? values[index * dimensions + axis]! : 0))
  for (let index = 0; index < count; index++) {
    for (const axis of [0, 1]) {
      const along = axis < dimensions ? values[index * dimensions + axis]! : 0
      positions[index * 2 + axis] = (10 * along) / largest + (random() - 0.5) * 1e-3
    }
  }
  return positions
}

/** The symmetric membership of neighbors, 0 to 1, each scaled by its own surroundings. */
function edgesOf({ indexes, likeness, each }: Neighbours, count: number): Edge {
  const used = Math.min(each, pulling)
  const weights = new Float32Array(count * used)
  for (let index = 0; index < count; index++) {
    const distances: number[] = []
    for (let position = 0; position < used && indexes[index * each + position] !== nobody; position++)
      distances.push(Math.max(0, 1 - likeness[index * each + position]!))
    const membership = membershipOf(distances)
    for (const [position, distance] of distances.entries()) weights[index * used + position] = membership(distance)
  }
  const weightOf = (one: number, other: number) => {
    for (let position = 0; position < used; position++)
      if (indexes[one * each + position] === other) return weights[one * used + position]!
    return 0
  }
  const [from, to, weight]: [number[], number[], number[]] = [[], [], []]
  for (let index = 0; index < count; index++) {
    for (let position = 0; position < used; position++) {
      const other = indexes[index * each + position]!
      if (other === nobody) break
      const [own, reverse] = [weights[index * used + position]!, weightOf(other, index)]
      if (reverse > 0 && other < index) continue
      from.push(index)
      to.push(other)
      weight.push(own + reverse - own * reverse)
    }
  }
  return { from: Uint32Array.from(from), to: Uint32Array.from(to), weight: Float32Array.from(weight) }
}

/** The nearest has full membership; the decay is chosen so that all sum to log2 of their number. */
function membershipOf(distances: readonly number[]): (distance: number) => number {
  const nearest = distances.find((distance) => distance > 0) ?? 0
  const target = Math.log2(Math.max(2, distances.length))
  let [low, high, scale] = [0, Infinity, 1]
  for (let step = 0; step < 40; step++) {
    let sum = 0
    for (const distance of distances) sum += Math.exp(-Math.max(0, distance - nearest) / scale)
    if (Math.abs(sum - target) < 1e-4) break
    if (sum > target) high = scale
    else low = scale
    scale = high === Infinity ? scale * 2 : (low + high) / 2
  }
  const floor = Math.max(scale, 1e-4)
  return (distance) => Math.exp(-Math.max(0, distance - nearest) / floor)
}

interface Spreading {
  readonly count: number
  readonly epochs: number
  readonly tell: (part: number) => void
}

function spread(positions: Float32Array, { from, to, weight }: Edge, { count, epochs, tell }: Spreading): void {
  const random = createRandom(0x85_eb_ca)
  const { a, b } = curve
  const largest = weight.reduce((most, each) => Math.max(most, each), 0)
  const interval = weight.map((each) => largest / each)
  const next = interval.slice()
  const step = (point: number, gradient: number, rate: number, dx: number, dy: number) => {
    const bound = (value: number) => Math.max(-maxStep, Math.min(maxStep, value))
    positions[point * 2]! += rate * bound(gradient * dx)
    positions[point * 2 + 1]! += rate * bound(gradient * dy)
  }
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const rate = 1 - (epoch - 1) / epochs
    for (let edge = 0; edge < from.length; edge++) {
      if (next[edge]! > epoch) continue
      next[edge]! += interval[edge]!
      const [one, other] = [from[edge]!, to[edge]!]
      const dx = positions[one * 2]! - positions[other * 2]!
      const dy = positions[one * 2 + 1]! - positions[other * 2 + 1]!
      const squared = dx * dx + dy * dy
      if (squared > 0) {
        const power = squared ** b
        const gradient = (-2 * a * b * (power / squared)) / (1 + a * power)
        step(one, gradient, rate, dx, dy)
        step(other, -gradient, rate, dx, dy)
      }
      for (let push = 0; push < pushesEach; push++) {
        const met = Math.floor(random() * count)
        const end = push % 2 === 0 ? one : other
        if (met === one || met === other) continue
        const [awayX, awayY] = [
          positions[end * 2]! - positions[met * 2]!,
          positions[end * 2 + 1]! - positions[met * 2 + 1]!,
        ]
        const away = awayX * awayX + awayY * awayY
        step(end, (2 * b) / ((0.001 + away) * (1 + a * away ** b)), rate, awayX, awayY)
      }
    }
    if (epoch % 5 === 0) tell(epoch / epochs)
  }
}

function intoSquare(positions: Float32Array): Float32Array {
  const low = [Infinity, Infinity]
  const high = [-Infinity, -Infinity]
  for (const [at, value] of positions.entries()) {
    low[at & 1] = Math.min(low[at & 1]!, value)
    high[at & 1] = Math.max(high[at & 1]!, value)
  }
  const half = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, 1e-9) / 2
  const middle = [(low[0]! + high[0]!) / 2, (low[1]! + high[1]!) / 2]
  return positions.map((value, at) => (value - middle[at & 1]!) / half)
}
