import { letterbox } from '@vermilion/contract/detection/letterbox'
import { detectionMetadata, metadataKey, type DetectionMetadata } from '@vermilion/contract/detection/model-metadata'
import type { Prediction, Thresholds } from '@vermilion/contract/detection/prediction'
import { letterboxPixels } from '@vermilion/contract/detection/resample'
import type { Pixels } from '../data/decode-image.ts'
import { decodeModelMetadata } from '../onnx/model-file.ts'
import type { Runner } from '../runtime.ts'
import { decodePredictions } from './decode.ts'

/** A model that finds objects in the RGB bytes of an upright image. */
export interface Detector {
  detect(pixels: Pixels, thresholds?: Thresholds): Promise<Prediction[]>
}

/** What a model file of ours says about itself. Throws when it is none of ours, or of a later version. */
export function readModelMetadata(bytes: Uint8Array): DetectionMetadata {
  const text = decodeModelMetadata(bytes)[metadataKey]
  if (text === undefined) throw new Error(`the model has no "${metadataKey}" metadata, so its labels are unknown`)
  return detectionMetadata.parse(JSON.parse(text))
}

/** The model's input values: three planes of `(byte - mean) * scale` from rows of RGB bytes. */
export function inputValues(rgb: Uint8Array, { size, mean, scale }: DetectionMetadata['input']): Float32Array {
  const plane = size * size
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane; i++)
      values[channel * plane + i] = (rgb[i * 3 + channel]! - mean[channel]!) * scale[channel]!
  }
  return values
}

export function createDetector(runner: Runner, metadata: DetectionMetadata): Detector {
  const { size } = metadata.input
  return {
    async detect({ rgb, width, height }, thresholds = metadata.thresholds) {
      const values = inputValues(letterboxPixels(rgb, { width, height }, size), metadata.input)
      const { output0 } = await runner.run({ images: { values, shape: [1, 3, size, size] } })
      return decodePredictions(output0!, metadata.labels.length, letterbox({ width, height }, size), thresholds)
    },
  }
}
