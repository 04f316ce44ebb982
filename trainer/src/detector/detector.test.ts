import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectionMetadata } from '@vermilion/contract/detection/model-metadata'
import { letterboxPixels } from '@vermilion/contract/detection/resample'
import * as web from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { createImageCache } from '../data/image-cache.ts'
import { decodeImage } from '../data/decode-image.ts'
import { readDataFolder } from '../data/read-folder.ts'
import { randomAt } from '../random.ts'
import { createRunner, runnerOf, type FloatTensor } from '../runtime.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeShapeFolder } from '../testing/shape-images.ts'
import { validationBatches } from '../training/batches.ts'
import { readCheckpoint } from '../training/checkpoint.ts'
import { parseTrainingOptions } from '../training/options.ts'
import { runTraining } from '../tasks.ts'
import { inputValues, readModelMetadata } from '../inference/reader.ts'
import { trainingModel, validationModel } from '../network/graphs.ts'
import { initialParameters } from '../network/plan.ts'
import { detectorNetwork, stride } from './network.ts'
import { createDetector } from './run-detector.ts'
import { detection } from './task.ts'
import { writeTargets } from './targets.ts'

function greatestDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length)
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0)
}

test('the exported model gives in onnxruntime-node and -web what the trainer itself computed', async () => {
  const [data, output] = [temporaryFolder(), temporaryFolder()]
  await writeShapeFolder(data, 'yolo', { count: 24, seed: 3 })
  const parameterList = ['--data', data, '--output', output, '--input-size', '64', '--width', '8', '--epochs', '1']
  const options = parseTrainingOptions(parameterList)
  await runTraining(options, { log: () => {}, signal: new AbortController().signal })
  const model = readFileSync(join(output, 'best.onnx'))
  const metadata = detectionMetadata.parse(readModelMetadata(model))
  expect(metadata.training?.epoch).toBe(1)

  // Reference output: the validation graph with the checkpoint's vectors and unfolded batch normalization.
  const { labels, splits } = await readDataFolder(data)
  const { train, val: samples } = splits
  const { network, writeTargets: write } = detection.learn({ labels, train, val: samples }, options)
  const { signal } = new AbortController()
  const cache = await createImageCache({ path: join(output, 'test.cache'), samples, inputSize: 64, signal })
  const own = await createRunner(validationModel(network, samples.length))
  const { average, statistics } = readCheckpoint(join(output, 'last.ckpt'))!.vectors
  const [first] = validationBatches({ samples, cache, network, batchSize: samples.length, writeTargets: write })
  const vector = (values: Float32Array) => ({ values, shape: [values.length] })
  const expected = await own.run({ ...first!.batch, parameters: vector(average), statistics: vector(statistics) })
  cache.remove()

  web.env.wasm.numThreads = 1
  const wasm = await web.InferenceSession.create(model, { executionProviders: ['wasm'] })
  const runners = { node: await createRunner(model), web: runnerOf(wasm, web.Tensor) }
  const record = (4 + 2) * (64 / stride) ** 2
  for (const [i, sample] of samples.entries()) {
    const pixels = await decodeImage(sample.file)
    const values = inputValues(letterboxPixels(pixels.rgb, pixels, 64), metadata.input)
    const expectedRecord = expected['output0']!.subarray(i * record, (i + 1) * record)
    for (const runner of Object.values(runners)) {
      const { output0 } = await runner.run({ images: { values, shape: [1, 3, 64, 64] } })
      expect(greatestDifference(output0!, expectedRecord)).toBeLessThanOrEqual(1e-4)
    }
    const [here, there] = await Promise.all(
      Object.values(runners).map((runner) =>
        createDetector(runner, metadata).detect(pixels, { confidence: 0.05, overlap: 0.45 }),
      ),
    )
    expect(there!.map((p) => p.labelIndex)).toEqual(here!.map((p) => p.labelIndex))
  }
})

test('the gradient of the whole network agrees with finite differences', async () => {
  const shape = { inputSize: 32, width: 4, labelCount: 2 }
  const batch = 2
  const random = randomAt(11)
  const network = detectorNetwork(shape)
  const values = initialParameters(network.plan, random)
  const count = values.length
  const pixels = Float32Array.from({ length: batch * 3 * 32 * 32 }, () => random.uniform())
  const edge = 32 / stride
  const targets = new Float32Array(batch * (2 + 5) * edge * edge)
  writeTargets([{ labelIndex: 1, box: { x: 3, y: 5, width: 14, height: 9 } }], shape, targets, 0)
  const fixed: Record<string, FloatTensor> = {
    images: { values: pixels, shape: [batch, 3, 32, 32] },
    targets: { values: targets, shape: [batch, 7, edge, edge] },
    objects: { values: Float32Array.of(1), shape: [] },
    moment2: { values: new Float32Array(count), shape: [count] },
    learningRate: { values: Float32Array.of(0), shape: [] },
    correction1: { values: Float32Array.of(1), shape: [] },
    correction2: { values: Float32Array.of(1), shape: [] },
  }
  const runner = await createRunner(trainingModel(network, batch))
  const zero = new Float32Array(count)
  const run = (flat: Float32Array) =>
    runner.run({ ...fixed, parameters: { values: flat, shape: [count] }, moment1: { values: zero, shape: [count] } })
  // From moment 0, the next first moment is a tenth of the gradient (clipped above length 10).
  const gradient = (await run(values))['nextMoment1']!.map((m) => m * 10)
  expect(Math.hypot(...gradient)).toBeLessThan(10)
  const lossAt = async (flat: Float32Array) => {
    const [box, label, distance] = (await run(flat))['losses']!
    return 2 * box! + label! + 0.5 * distance!
  }
  // Along each tensor's gradient the loss rises by the gradient's length per unit.
  const errors: Record<string, number> = {}
  for (const { name, shape: extents, offset } of network.plan.parameters) {
    const end = offset + extents.reduce((a, b) => a * b, 1)
    const length = Math.hypot(...gradient.subarray(offset, end))
    if (length < 1e-3) continue
    const way = 0.002
    const moved = (side: number) =>
      values.map((v, i) => (i >= offset && i < end ? v + (side * way * gradient[i]!) / length : v))
    const slope = ((await lossAt(moved(1))) - (await lossAt(moved(-1)))) / (2 * way)
    errors[name] = Math.abs(slope - length) / length
  }
  expect(Object.keys(errors).length).toBeGreaterThan(20)
  expect(Object.entries(errors).filter(([, error]) => error > 0.05)).toEqual([])
})

test('targets: every object has a cell with its box, and its cells weigh 1 together', () => {
  const shape = { inputSize: 64, width: 4, labelCount: 2 }
  const plane = (64 / stride) ** 2
  const truth = [
    { labelIndex: 0, box: { x: 4, y: 4, width: 40, height: 30 } },
    { labelIndex: 1, box: { x: 50, y: 50, width: 3, height: 5 } },
  ]
  const out = new Float32Array((2 + 5) * plane)
  writeTargets(truth, shape, out, 0)
  const weights = out.subarray(6 * plane)
  expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(2)
  for (const { labelIndex, box } of truth) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const cell = Math.floor(y / stride) * (64 / stride) + Math.floor(x / stride)
    expect(out[labelIndex * plane + cell]).toBe(1)
    const [dx, dy, logWidth, logHeight] = [2, 3, 4, 5].map((k) => out[k * plane + cell]!) as [
      number,
      number,
      number,
      number,
    ]
    expect((Math.floor(x / stride) + 0.5 + dx) * stride).toBeCloseTo(x, 4)
    expect((Math.floor(y / stride) + 0.5 + dy) * stride).toBeCloseTo(y, 4)
    expect(Math.exp(logWidth) * stride).toBeCloseTo(box.width, 4)
    expect(Math.exp(logHeight) * stride).toBeCloseTo(box.height, 4)
  }
})
