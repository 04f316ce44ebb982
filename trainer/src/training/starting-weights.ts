import { existsSync, readFileSync } from 'node:fs'
import { parameters, statisticsCount, type DetectorShape } from '../detector/plan.ts'
import type { Trained } from '../detector/graphs.ts'

/**
 * Starting weights: what an earlier training of the same width learned, without telling apart the labels it learned it
 * for. The file is half-precision numbers, little-endian: the parameters in the order of the plan up to the label head,
 * the mean label's weights and bias, then the statistics.
 */
const fileOf = (width: number) => new URL(`../../weights/detector-${width}.f16`, import.meta.url)

/** Where the label head lies in the flat vector, which it ends, and how many weights each label has there. */
function labelHead(shape: DetectorShape) {
  const find = (name: string) => parameters(shape).find((p) => p.name === name)!
  const weight = find('label.weight')
  return { weights: weight.offset, biases: find('label.bias').offset, features: weight.shape[1]! }
}

/**
 * Overwrites fresh vectors with the starting weights of their width, if the product ships some. Every label begins as
 * the mean label: something that stands out from the floor. Answers whether.
 */
export function applyStartingWeights(shape: DetectorShape, { parameters: flat, statistics }: Trained): boolean {
  const file = fileOf(shape.width)
  if (!existsSync(file)) return false
  const bytes = readFileSync(file)
  const halves = new Float16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const { weights, biases, features } = labelHead(shape)
  const end = weights + features + 1
  if (halves.length !== end + statisticsCount(shape)) throw new Error(`${file.pathname} is of another network`)
  flat.set(halves.subarray(0, weights))
  for (let label = 0; label < shape.labelCount; label++) {
    flat.set(halves.subarray(weights, weights + features), weights + label * features)
    flat[biases + label] = halves[end - 1]!
  }
  statistics.set(halves.subarray(end))
  return true
}

/** The bytes of a starting weights file from what a training learned. */
export function encodeStartingWeights(shape: DetectorShape, { parameters: flat, statistics }: Trained): Uint8Array {
  const { weights, biases, features } = labelHead(shape)
  const end = weights + features + 1
  const halves = new Float16Array(end + statistics.length)
  const meanOfLabels = (at: (label: number) => number) =>
    Array.from({ length: shape.labelCount }, (_, label) => flat[at(label)]!).reduce((a, b) => a + b) / shape.labelCount
  halves.set(flat.subarray(0, weights))
  for (let k = 0; k < features; k++) halves[weights + k] = meanOfLabels((label) => weights + label * features + k)
  halves[end - 1] = meanOfLabels((label) => biases + label)
  halves.set(statistics, end)
  return new Uint8Array(halves.buffer)
}
