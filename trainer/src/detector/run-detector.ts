import { letterbox } from '@vermilion/contract/detection/letterbox'
import type { DetectionMetadata } from '@vermilion/contract/detection/model-metadata'
import type { Prediction, Thresholds } from '@vermilion/contract/detection/prediction'
import type { Pixels } from '../data/decode-image.ts'
import { inputOf } from '../inference/reader.ts'
import type { Runner } from '../runtime.ts'
import { decodePredictions } from './decode.ts'

/** A model that finds objects in the RGB bytes of an upright image. */
export interface Detector {
  detect(pixels: Pixels, thresholds?: Thresholds): Promise<Prediction[]>
}

export function createDetector(runner: Runner, metadata: DetectionMetadata): Detector {
  return {
    async detect(pixels, thresholds = metadata.thresholds) {
      const { output0 } = await runner.run({ images: inputOf(pixels, metadata.input) })
      const fit = letterbox(pixels, metadata.input.size)
      const about = { layout: metadata.output.layout, labelCount: metadata.labels.length }
      return decodePredictions(output0!, about, fit, thresholds)
    },
  }
}
