import { readFile, writeFile } from 'node:fs/promises'
import { inputExtent } from '@vermilion/contract/detection/input-settings'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import type { ConversionMessage, ConversionOrder } from '@vermilion/contract/models/conversion-program'
import { runProblemOf } from '@vermilion/contract/models/run-problems'
import { decodeImage } from '../data/decode-image.ts'
import { withFixedBatch } from '../inference/fixed-batch.ts'
import { readModelMetadata, runOn } from '../inference/reader.ts'
import { type BatchRunner, createRunner } from '../runtime.ts'
import { NotConvertible, type OnnxDocument, readDocument, writeDocument } from './document.ts'
import { openAxes } from './dynamic.ts'
import { toFloat16 } from './float16.ts'
import { type Range, tensorsToMeasure, toInt8 } from './int8.ts'

/** Tensors measured per run; all at once would exceed memory for large models. */
const tensorsAtOnce = 64
/** Maximum mean difference of the outputs, relative to the original's, beyond which the model is useless. */
const maxDifference = 0.25
const float = 1

type Result = Extract<ConversionMessage, { type: 'done' }>

/** Converts a model and compares the outputs on pictures. Throws `NotConvertible`. */
export async function convertModel(
  { kind, model, pictures, result }: ConversionOrder,
  tell: (done: number, total: number) => void,
): Promise<Result> {
  const bytes = await readFile(model)
  const metadata = readModelMetadata(bytes)
  const { batch } = metadata.input
  if (batch !== undefined && kind !== 'float16')
    throw new NotConvertible('shapes', `it takes ${batch} pictures at a time`)
  const total = pictures.length * (kind === 'int8' ? 2 : 1)
  const step = createSteps(total, tell)
  const document = readDocument(bytes)
  if (kind === 'float16') toFloat16(document)
  if (kind === 'int8') toInt8(document, await measureRanges(bytes, metadata, pictures, step))
  const converted = kind === 'dynamic' ? await openWhatRuns(bytes, metadata) : writeDocument(document)
  const difference = await compare(bytes, converted, { metadata, pictures, step })
  await writeFile(result, converted)
  return difference
}

function createSteps(total: number, tell: (done: number, total: number) => void): () => void {
  let done = 0
  return () => {
    done += 1
    tell(Math.min(done, total), total)
  }
}

async function measureRanges(
  bytes: Uint8Array,
  metadata: ModelMetadata,
  pictures: readonly string[],
  step: () => void,
): Promise<Map<string, Range>> {
  const names = tensorsToMeasure(readDocument(bytes))
  const ranges = new Map<string, Range>()
  for (let from = 0; from < names.length; from += tensorsAtOnce) {
    const some = names.slice(from, from + tensorsAtOnce)
    const runner = await open(withOutputs(readDocument(bytes), some))
    try {
      for (const picture of pictures) {
        const { outputs } = await runOn(runner, await decodeImage(picture), readOutputs(metadata, some))
        for (const [at, values] of outputs.entries()) widen(ranges, some[at]!, values)
        if (from === 0) step()
      }
    } finally {
      await runner.release()
    }
  }
  return ranges
}

function widen(ranges: Map<string, Range>, name: string, values: Float32Array): void {
  const range = ranges.get(name) ?? { low: 0, high: 0 }
  for (const value of values) {
    if (value < range.low) range.low = value
    else if (value > range.high) range.high = value
  }
  ranges.set(name, range)
}

/** Exposes tensors as outputs, including model inputs that a layer reads. */
function withOutputs(document: OnnxDocument, names: readonly string[]): Uint8Array {
  const { graph } = document
  const existing = new Set(graph.output.map(({ name }) => name))
  for (const name of names)
    if (!existing.has(name)) graph.output.push({ name, type: { tensor_type: { elem_type: float } } })
  return writeDocument(document)
}

const readOutputs = (metadata: ModelMetadata, names: readonly string[]) =>
  ({ ...metadata, output: { ...metadata.output, names } }) as ModelMetadata

/** Opens a converted model; a refusal by the runtime becomes `NotConvertible` with its message. */
async function open(bytes: Uint8Array): Promise<BatchRunner> {
  try {
    return await createRunner(bytes, 1)
  } catch (error) {
    throw new NotConvertible('operators', messageOf(error))
  }
}

/** Makes as many axes dynamic as the model still runs with: size and batch, or the batch alone. */
async function openWhatRuns(bytes: Uint8Array, { input }: ModelMetadata): Promise<Uint8Array> {
  const { layout, name, sizesName } = input
  const extent = inputExtent(input)
  if (layout === 'chw' || sizesName !== undefined)
    throw new NotConvertible('shapes', 'it takes one picture at a time, without a batch')
  let reason = ''
  for (const axes of ['batch-and-size', 'batch'] as const) {
    const document = readDocument(bytes)
    openAxes(document, name, axes, layout)
    const converted = writeDocument(document)
    const times = axes === 'batch' ? 1 : 2
    const [rows, columns] = [extent.height * times, extent.width * times]
    const shape = layout === 'nchw' ? [2, 3, rows, columns] : [2, rows, columns, 3]
    try {
      const runner = await createRunner(converted, 1)
      const values = new Float32Array(2 * 3 * rows * columns).fill(0.5)
      const results = await runner.run({ [name]: { values, shape } })
      await runner.release()
      if (Object.values(results).every(isRepeated)) return converted
      reason = 'what it says of two pictures is not what it says of each'
    } catch (error) {
      reason = messageOf(error)
    }
  }
  throw new NotConvertible('shapes', reason)
}

/** True when both halves are equal, as expected for two equal pictures. */
function isRepeated(values: Float32Array): boolean {
  const half = values.length / 2
  return (
    Number.isInteger(half) && values.subarray(0, half).every((value, at) => Math.abs(value - values[half + at]!) < 1e-3)
  )
}

interface Comparing {
  metadata: ModelMetadata
  pictures: readonly string[]
  step: () => void
}

/** Maximum difference per output, relative to the original's largest value. */
async function compare(
  original: Uint8Array,
  converted: Uint8Array,
  { metadata, pictures, step }: Comparing,
): Promise<Result> {
  const { batch } = metadata.input
  const one = withFixedBatch(await createRunner(original, 1), batch)
  const other = withFixedBatch(await open(converted), batch)
  const sums = { largest: 0, total: 0, count: 0 }
  try {
    for (const picture of pictures) {
      const pixels = await decodeImage(picture)
      const [expected, actual] = [await runOn(one, pixels, metadata), await runOn(other, pixels, metadata)]
      for (const [at, values] of expected.outputs.entries()) addDifference(sums, values, actual.outputs[at]!)
      step()
    }
  } finally {
    await Promise.all([one.release(), other.release()])
  }
  const mean = sums.total / Math.max(1, sums.count)
  if (!(mean <= maxDifference)) throw new NotConvertible('differs', `${(100 * mean).toFixed(1)} %`)
  return { type: 'done', largestDifference: sums.largest, meanDifference: mean }
}

function addDifference(
  sums: { largest: number; total: number; count: number },
  expected: Float32Array,
  actual: Float32Array,
): void {
  const scale = Math.max(
    1e-6,
    expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  )
  if (expected.length !== actual.length) {
    // Detectors may find different numbers of objects.
    sums.largest = 1
    sums.total += 1
    sums.count += 1
    return
  }
  for (const [at, value] of expected.entries()) {
    const difference = Math.abs(value - actual[at]!) / scale
    sums.largest = Math.max(sums.largest, difference)
    sums.total += difference
  }
  sums.count += expected.length
}

const messageOf = (error: unknown) => runProblemOf(error).en.slice(0, 300)
