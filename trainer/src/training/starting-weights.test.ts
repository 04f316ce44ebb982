import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { detectorNetwork, type DetectorShape } from '../detector/network.ts'
import { initialVectors } from './optimization.ts'
import { encodeStartingWeights } from './starting-weights.ts'

const shape: DetectorShape = { inputSize: 128, width: 16, labelCount: 5 }
const network = detectorNetwork(shape)
const labelHead = network.plan.parameters.find(({ name }) => name === 'label.weight')!.offset

test('a training begins with the shipped convolutions, and each label as something that stands out', () => {
  const [shipped, random] = [initialVectors(network, 1, 'weights'), initialVectors(network, 1, 'random')]
  expect(shipped.parameters.subarray(0, labelHead)).not.toEqual(random.parameters.subarray(0, labelHead))
  const features = 2 * shape.width
  const [first, ...others] = Array.from({ length: shape.labelCount }, (_, label) =>
    shipped.parameters.subarray(labelHead + label * features, labelHead + (label + 1) * features),
  )
  expect(Math.max(...first!.map(Math.abs))).toBeGreaterThan(0.1)
  for (const other of others) expect(other).toEqual(first)
  expect(new Set(shipped.parameters.subarray(labelHead + shape.labelCount * features)).size).toBe(1)
  expect(shipped.average).toEqual(shipped.parameters)
  expect(shipped.statistics.every((value) => Number.isFinite(value))).toBe(true)
  expect(shipped.statistics).not.toEqual(random.statistics)
})

test('the shipped file is what its own network encodes to', () => {
  const file = readFileSync(new URL('../../weights/detector-16.f16', import.meta.url))
  expect(file.equals(encodeStartingWeights(network, initialVectors(network, 1, 'weights')))).toBe(true)
})

test('a width without shipped weights begins with chance', () => {
  const narrow = detectorNetwork({ ...shape, width: 8 })
  expect(initialVectors(narrow, 1, 'weights')).toEqual(initialVectors(narrow, 1, 'random'))
})
