import type { ModelMetadata, ModelTask } from '@vermilion/contract/detection/model-metadata'
import { classificationReader } from '../classifier/reader.ts'
import type { Pixels } from '../data/decode-image.ts'
import { detectionReader } from '../detector/reader.ts'
import { createRunner } from '../runtime.ts'
import { segmentationReader } from '../segmenter/reader.ts'
import {
  readModelMetadata,
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

/** A model file of any task, ready to run. */
export interface OpenModel {
  metadata: ModelMetadata
  read(pixels: Pixels, options: ReadOptions): Promise<Reading>
  measurement(): Measurement
  marks(image: MeasuredImage, scale: number): string[]
  release(): Promise<void>
}

export async function openModel(file: Uint8Array, threads: number): Promise<OpenModel> {
  const metadata = readModelMetadata(file)
  const reader = readers[metadata.task] as ModelReader<ModelMetadata>
  const runner = await createRunner(file, threads)
  return {
    metadata,
    read: reader.open(runner, metadata),
    measurement: () => reader.measurement(metadata),
    marks: (image, scale) => reader.marks(image, metadata, scale),
    release: () => runner.release(),
  }
}
