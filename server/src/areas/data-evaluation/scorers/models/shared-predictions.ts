import { createHash } from 'node:crypto'
import type { PredictionResponse } from '@vermilion/contract/models/image-predictions'
import type { Model } from '@vermilion/contract/models'
import type { Models } from '#areas/models'
import { orAborted } from '#platform/time-out'

/** Cached predictions: several measures of a model need the same image at about the same time. */
const maxCached = 200

export type SharedPredictions = ReturnType<typeof createSharedPredictions>

export function createSharedPredictions({ predict }: Pick<Models['predictor'], 'predict'>) {
  const retained = new Map<string, Promise<PredictionResponse>>()

  function begin(key: string, model: Pick<Model, 'checksum'>, image: Uint8Array): Promise<PredictionResponse> {
    const prediction = predict(model, image)
    retained.set(key, prediction)
    const [oldest] = retained.keys()
    if (retained.size > maxCached && oldest !== undefined) retained.delete(oldest)
    prediction.catch(() => retained.delete(key))
    return prediction
  }

  /** Rejects at once when the signal aborts; others may still need the prediction. */
  return (model: Pick<Model, 'checksum'>, image: Uint8Array, signal: AbortSignal): Promise<PredictionResponse> => {
    signal.throwIfAborted()
    const key = `${model.checksum} ${createHash('sha256').update(image).digest('base64url')}`
    return orAborted(retained.get(key) ?? begin(key, model, image), signal)
  }
}
