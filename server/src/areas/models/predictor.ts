import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { PredictionRequest, PredictionResponse } from '@vermilion/contract/models/image-predictions'
import type { Model } from '@vermilion/contract/models'
import type { BlobStore } from '#platform/blobs/blob-store'
import { createWorkerPool } from '#platform/pictures/worker-pool'

const program = new URL('../../../../trainer/src/predict.ts', import.meta.url)
/** Milliseconds that opening a model and running it on one image may take. */
const longest = 60_000

export type Predictor = ReturnType<typeof createPredictor>

/** Runs models of the repository on single images, in processes of their own: one for each core. */
export function createPredictor(blobs: BlobStore, processes = availableParallelism()) {
  const pool = createWorkerPool<PredictionRequest, PredictionResponse>(program, { size: processes, timeoutMs: longest })

  async function fileOf(checksum: string): Promise<string | Uint8Array | undefined> {
    if (!(await blobs.stat(checksum))) return undefined
    const stored = await blobs.localFile?.(checksum)
    return stored?.within === null ? stored.file : buffer(await blobs.open(checksum))
  }

  return {
    processes,
    /** What a model says of an image, by the bytes of its file. Rejects when the signal aborts before it was begun. */
    async predict(
      { checksum }: Pick<Model, 'checksum'>,
      image: Uint8Array,
      signal?: AbortSignal,
    ): Promise<PredictionResponse> {
      const model = await fileOf(checksum)
      if (model === undefined) return { unusable: 'the model was deleted' }
      return pool.run({ checksum, model, image }, 'later', signal)
    },
    close: () => pool.close(),
  }
}
