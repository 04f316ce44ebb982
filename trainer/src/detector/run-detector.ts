import type { DetectionMetadata } from '@vermilion/contract/detection/model-metadata'
import type { Prediction, Thresholds } from '@vermilion/contract/detection/prediction'
import type { Pixels } from '../data/decode-image.ts'
import { runOn } from '../inference/reader.ts'
import type { Runner } from '../runtime.ts'
import { decodePredictions } from './decode.ts'

export interface Detector {
  detect(pixels: Pixels, thresholds?: Thresholds): Promise<Prediction[]>
}

export function createDetector(runner: Runner, metadata: DetectionMetadata): Detector {
  return {
    async detect(pixels, thresholds = metadata.thresholds) {
      const { outputs, fit } = await runOn(runner, pixels, metadata)
      return decodePredictions(outputs, { ...metadata.output, labelCount: metadata.labels.length }, fit, thresholds)
    },
  }
}
