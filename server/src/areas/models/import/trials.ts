import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import type { ImagePrediction } from '@vermilion/contract/models/image-predictions'
import { createMutex } from '#platform/mutex'
import type { Predictor } from '../serving/predictor.ts'
import { isRefusal, refusalFailure } from '../serving/refusal.ts'

/** Larger files are loaded one at a time. */
const largeModelFile = 64 * 1024 ** 2

interface TriedModel {
  readonly content: Uint8Array
  readonly metadata: ModelMetadata
}

export type Trials = ReturnType<typeof createTrials>

export function createTrials(predictor: Pick<Predictor, 'tryOut'>) {
  const waitForTurn = createMutex()
  return {
    async inTurn<Outcome>(size: number, work: () => Promise<Outcome>): Promise<Outcome> {
      const release = size > largeModelFile ? await waitForTurn() : undefined
      try {
        return await work()
      } finally {
        release?.()
      }
    },

    /** Runs the file in a separate process before it is stored. Fails as one of `modelFileErrors`. */
    async tryOut({ content, metadata }: TriedModel, picture: Uint8Array): Promise<ImagePrediction> {
      const response = await predictor.tryOut({ content, metadata }, picture)
      if (isRefusal(response)) throw refusalFailure(response)
      return response
    },
  }
}
