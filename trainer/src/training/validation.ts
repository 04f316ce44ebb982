import { letterbox } from '@vermilion/contract/detection/letterbox'
import type { ImageResult } from '@vermilion/contract/detection/matching'
import { decodePredictions, validationThresholds } from '../detector/decode.ts'
import { validationModel, type Trained } from '../detector/graphs.ts'
import { stride } from '../detector/plan.ts'
import { createRunner } from '../runtime.ts'
import { validationBatches } from './batches.ts'
import type { LossParts } from './results.ts'

export interface Validation {
  results: ImageResult[]
  losses: LossParts
}

/** Measures a network on the validation images, any number of times. */
export async function createValidator(needs: Parameters<typeof validationBatches>[0], threads: number) {
  const { shape, batchSize, samples } = needs
  const runner = await createRunner(validationModel(shape, batchSize), threads)
  const record = (4 + shape.labelCount) * (shape.inputSize / stride) ** 2
  return {
    async validate({ parameters, statistics }: Trained): Promise<Validation> {
      const results: ImageResult[] = []
      const losses: LossParts = [0, 0, 0]
      for (const { indices, batch } of validationBatches(needs)) {
        const output = await runner.run({
          ...batch,
          parameters: { values: parameters, shape: [parameters.length] },
          statistics: { values: statistics, shape: [statistics.length] },
        })
        for (const [place, index] of indices.entries()) {
          const sample = samples[index]!
          const cells = output['output0']!.subarray(place * record, (place + 1) * record)
          const fit = letterbox(sample, shape.inputSize)
          const predictions = decodePredictions(cells, shape.labelCount, fit, validationThresholds)
          results.push({ truth: sample.truth, predictions })
        }
        for (const part of [0, 1, 2] as const)
          losses[part] += (output['losses']![part]! * indices.length) / samples.length
      }
      return { results, losses }
    },
    release: () => runner.release(),
  }
}
