import type { ModelMetadata, ModelTask } from '@vermilion/contract/detection/model-metadata'
import { classificationReader } from '../classifier/reader.ts'
import type { Pixels } from '../data/decode-image.ts'
import { detectionReader } from '../detector/reader.ts'
import { createRunner, type BatchRunner, type Runner } from '../runtime.ts'
import { segmentationReader } from '../segmenter/reader.ts'
import { withFixedBatch } from './fixed-batch.ts'
import { readTiled } from './read-tiled.ts'
import {
  readModelMetadata,
  type MarkOptions,
  type MeasuredImage,
  type Measurement,
  type ModelReader,
  type Reading,
  type ReadOptions,
} from './reader.ts'

const readers: { [Task in ModelTask]: ModelReader<Extract<ModelMetadata, { task: Task }>> } = {
  detection: detectionReader,
  classification: classificationReader,
  segmentation: segmentationReader,
}

export interface OpenModel {
  metadata: ModelMetadata
  read(pixels: Pixels, options: ReadOptions): Promise<Reading>
  measurement(): Measurement
  marks(image: MeasuredImage, options: MarkOptions): string[]
  release(): Promise<void>
}

interface OpenOptions {
  /** Overrides the file's metadata, to try a candidate. */
  trial?: ModelMetadata | undefined
  wrap?: (runner: BatchRunner) => Runner
}

/** Opens a model with the given metadata, by default the file's own. */
export async function openModel(file: Uint8Array, threads: number, options: OpenOptions = {}): Promise<OpenModel> {
  const { trial, wrap = trial === undefined ? undefined : refusingNoNumbers } = options
  const metadata = trial ?? readModelMetadata(file)
  const reader = readers[metadata.task] as ModelReader<ModelMetadata>
  const created = withFixedBatch(await createRunner(file, threads), metadata.input.batch)
  // Such rows are of all pictures, and their number does not say of how many.
  const takesBatches = created.takesBatches && metadata.output.layout !== 'image-corners-label-score'
  const opened = { ...created, takesBatches }
  const runner = wrap?.(opened) ?? opened
  const read = reader.open(runner, metadata)
  return {
    metadata,
    read: (pixels, { tiles = null, ...options }) =>
      tiles === null ? read(pixels, options) : readTiled({ metadata, reader, read }, pixels, { ...options, tiles }),
    measurement: () => reader.measurement(metadata),
    marks: (image, options) => reader.marks(image, metadata, options),
    release: () => runner.release(),
  }
}

/** Rejects NaN in outputs of a tried model, which would be dropped silently otherwise. */
function refusingNoNumbers({ run, release }: Runner): Runner {
  return {
    release,
    async run(inputs) {
      const results = await run(inputs)
      for (const [name, values] of Object.entries(results))
        if (values.some(Number.isNaN)) throw new Error(`its output "${name}" holds what is no number (NaN)`)
      return results
    },
  }
}
