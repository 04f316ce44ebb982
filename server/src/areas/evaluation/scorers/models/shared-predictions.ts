import { createHash } from 'node:crypto'
import type { PredictionResponse } from '@vermilion/contract/models/image-predictions'
import type { Model } from '@vermilion/contract/models'
import type { Models } from '#areas/models'

/** Predictions that are kept: measures of one model ask for the same images at nearly the same time. */
const mostKept = 200

export type SharedPredictions = ReturnType<typeof createSharedPredictions>

/** Runs a model on an image once for all of its measures. */
export function createSharedPredictions({ predict }: Pick<Models['predictor'], 'predict'>) {
  const retained = new Map<string, Promise<PredictionResponse>>()

  function begin(key: string, model: Pick<Model, 'checksum'>, image: Uint8Array): Promise<PredictionResponse> {
    const prediction = predict(model, image)
    retained.set(key, prediction)
    const [oldest] = retained.keys()
    if (retained.size > mostKept && oldest !== undefined) retained.delete(oldest)
    prediction.catch(() => retained.delete(key))
    return prediction
  }

  /** Rejects at once when the signal aborts; others may still want the prediction. */
  return (model: Pick<Model, 'checksum'>, image: Uint8Array, signal: AbortSignal): Promise<PredictionResponse> => {
    signal.throwIfAborted()
    const key = `${model.checksum} ${createHash('sha256').update(image).digest('base64url')}`
    return orAborted(retained.get(key) ?? begin(key, model, image), signal)
  }
}

function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  // A signal may live on, and would hold every image that was ever scored under it.
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', stop))
}
