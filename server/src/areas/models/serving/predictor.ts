import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { PredictionRequest, PredictionResponse } from '@vermilion/contract/models/image-predictions'
import type { Model } from '@vermilion/contract/models'
import type { BlobStore } from '#platform/blobs/blob-store'
import { createWorkerPool } from '#platform/pictures/worker-pool'
import { withModelFile } from './model-file.ts'

const program = new URL('../../../../../trainer/src/predict.ts', import.meta.url)
const runTimeoutMs = 60_000
const maxMemory = 3 * 1024 ** 3

interface PredictorOptions {
  processes?: number
  trialMemory?: number
}

export type Predictor = ReturnType<typeof createPredictor>

/** Runs models on single images in child processes: one per core, and one for candidates. */
export function createPredictor(blobs: BlobStore, options: PredictorOptions = {}) {
  const { processes = availableParallelism(), trialMemory = maxMemory } = options
  const pool = createWorkerPool<PredictionRequest, PredictionResponse>(program, {
    size: processes,
    timeoutMs: runTimeoutMs,
  })
  const trials = createWorkerPool<PredictionRequest, PredictionResponse>(program, {
    size: 1,
    timeoutMs: runTimeoutMs,
    memoryLimit: trialMemory,
    isRetried: false,
    lost: () => ({
      unusable: {
        en: `it crashed, or needed more than ${trialMemory / 1024 ** 3} GiB or ${runTimeoutMs / 1_000} s`,
        zh: `模型崩溃，或所需超过 ${trialMemory / 1024 ** 3} GiB 或 ${runTimeoutMs / 1_000} 秒`,
      },
    }),
  })

  return {
    processes,
    /** Rejects when the signal aborts before the run starts. */
    async predict(
      { checksum }: Pick<Model, 'checksum'>,
      image: Uint8Array,
      { tiles = null, signal }: { tiles?: TileOptions | null; signal?: AbortSignal } = {},
    ): Promise<PredictionResponse> {
      const response = await withModelFile(blobs, checksum, (model) =>
        pool.run({ checksum, model, image, tiles }, 'later', signal),
      )
      return response ?? { unusable: { en: 'the model was deleted', zh: '模型已被删除' } }
    },
    async tryOut(
      { content, metadata }: { content: Uint8Array; metadata: ModelMetadata },
      image: Uint8Array,
    ): Promise<PredictionResponse> {
      const checksum = createHash('sha256').update(content).digest('hex')
      return trials.run({ checksum, model: content, image, trial: metadata }, 'now')
    },
    async close(): Promise<void> {
      await Promise.all([pool.close(), trials.close()])
    },
  }
}
