import { xorshift } from '../likeness/random.ts'

/**
 * Random sign flips and a Walsh-Hadamard transform, twice. It spreads a vector's information evenly over signs and 8-bit steps.
 * The number of values is a power of two.
 */
export function createRotation(dimensions: number) {
  if (!Number.isInteger(Math.log2(dimensions))) throw new Error(`vectors of ${dimensions} values cannot be rotated`)
  const rounds = [signsOf(dimensions, 0x2545_f491), signsOf(dimensions, 0x1e37_79b9)]
  const turn = (values: Float32Array, signs: Float32Array) => {
    for (let k = 0; k < dimensions; k++) values[k]! *= signs[k]!
  }
  function rotate(vector: Float32Array): Float32Array {
    const rotated = Float32Array.from(vector)
    for (const signs of rounds) {
      turn(rotated, signs)
      mix(rotated)
    }
    return rotated
  }
  return Object.assign(rotate, {
    back(rotated: Float32Array): Float32Array {
      const vector = Float32Array.from(rotated)
      for (const signs of rounds.toReversed()) {
        mix(vector)
        turn(vector, signs)
      }
      return vector
    },
  })
}

function mix(values: Float32Array): void {
  for (let step = 1; step < values.length; step *= 2) {
    for (let start = 0; start < values.length; start += 2 * step) {
      for (let k = start; k < start + step; k++) {
        const [one, other] = [values[k]!, values[k + step]!]
        values[k] = one + other
        values[k + step] = one - other
      }
    }
  }
  const scale = 1 / Math.sqrt(values.length)
  for (let k = 0; k < values.length; k++) values[k]! *= scale
}

/** Stored vectors depend on these numbers. */
function signsOf(count: number, seed: number): Float32Array {
  const next = xorshift(seed)
  return Float32Array.from({ length: count }, () => ((next() & 1) === 0 ? 1 : -1))
}
