import { existsSync, readFileSync } from 'node:fs'
import { detectorNetwork } from '../detector/network.ts'
import { elements } from '../graph/graph.ts'
import type { Network, Trained } from '../network/network.ts'
import { statisticsCount, type Block, type Plan } from '../network/plan.ts'

/**
 * Starting weights from an earlier detector training of the same width, independent of labels. The file has little-endian float16
 * values: parameters in plan order up to the label head, weights and bias of the mean label, then statistics.
 */
const fileOf = (width: number) => new URL(`../../weights/detector-${width}.f16`, import.meta.url)

/** Network of the file: a detector with one label, the mean of all. */
const storedNetwork = (width: number) => detectorNetwork({ inputSize: 16, width, labelCount: 1 })

/** Offset of the label head in a detector's parameter vector, whose end it is, and its weights per label. */
function labelHead({ parameters }: Plan) {
  const weight = parameters.find(({ name }) => name === 'label.weight')
  const bias = parameters.find(({ name }) => name === 'label.bias')
  if (weight === undefined || bias === undefined) return null
  return { weights: weight.offset, biases: bias.offset, labelCount: weight.shape[0]!, features: weight.shape[1]! }
}

/** Copies the layers shared with the detector. All its labels start as the mean label. Returns whether there were weights. */
export function applyStartingWeights({ plan, width }: Network, { parameters: flat, statistics }: Trained): boolean {
  const file = fileOf(width)
  if (!existsSync(file)) return false
  const bytes = readFileSync(file)
  const halves = new Float16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const { plan: stored } = storedNetwork(width)
  const end = halves.length - statisticsCount(stored)
  const storedHead = labelHead(stored)!
  if (end !== storedHead.biases + 1) throw new Error(`${file.pathname} is of another network`)
  for (const { name, shape, offset } of stored.parameters) {
    const own = plan.parameters.find((p) => p.name === name && p.shape.join() === shape.join())
    if (own !== undefined) flat.set(halves.subarray(offset, offset + elements(shape)), own.offset)
  }
  const head = labelHead(plan)
  for (let label = 0; label < (head?.labelCount ?? 0); label++) {
    const { weights, biases, features } = head!
    flat.set(halves.subarray(storedHead.weights, storedHead.weights + features), weights + label * features)
    flat[biases + label] = halves[storedHead.biases]!
  }
  const offsets = statisticsPlaces(plan.blocks)
  for (const [name, { offset, count }] of statisticsPlaces(stored.blocks)) {
    const own = offsets.get(name)
    if (own?.count === count) statistics.set(halves.subarray(end + offset, end + offset + count), own.offset)
  }
  return true
}

function statisticsPlaces(blocks: readonly Block[]): Map<string, { offset: number; count: number }> {
  let offset = 0
  return new Map(
    blocks.map(({ name, outputs }) => {
      offset += 2 * outputs
      return [name, { offset: offset - 2 * outputs, count: 2 * outputs }]
    }),
  )
}

export function encodeStartingWeights({ plan }: Network, { parameters: flat, statistics }: Trained): Uint8Array {
  const head = labelHead(plan)
  if (head === null) throw new Error('only what a detector learned can be kept')
  const { weights, biases, labelCount, features } = head
  const end = weights + features + 1
  const halves = new Float16Array(end + statistics.length)
  const meanOfLabels = (at: (label: number) => number) =>
    Array.from({ length: labelCount }, (_, label) => flat[at(label)]!).reduce((a, b) => a + b) / labelCount
  halves.set(flat.subarray(0, weights))
  for (let k = 0; k < features; k++) halves[weights + k] = meanOfLabels((label) => weights + label * features + k)
  halves[end - 1] = meanOfLabels((label) => biases + label)
  halves.set(statistics, end)
  return new Uint8Array(halves.buffer)
}
