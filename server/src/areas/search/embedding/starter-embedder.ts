import { availableParallelism } from 'node:os'
import {
  starterEmbedder,
  type EmbeddingRequest,
  type PictureEmbedding,
} from '@vermilion/contract/image-search/embedding'
import { createWorkerPool } from '#platform/pictures/worker-pool'
import type { Embedder } from './embedder.ts'

/** Rendered floors are less similar than this to drawn patterns, and about a third of them more to each other. */
const usualLikeness = 0.5

const program = new URL('../../../../../trainer/src/embed.ts', import.meta.url)

export function createStarterEmbedder(
  processes = Math.min(4, availableParallelism()),
): Embedder & { close(): Promise<void> } {
  const pool = createWorkerPool<EmbeddingRequest, PictureEmbedding>(program, { size: processes })
  return {
    ...starterEmbedder,
    usualLikeness,
    id: `${starterEmbedder.name}-v${starterEmbedder.version}`,
    async embed(picture, { urgency, region, signal }) {
      const reply = await pool.run({ picture, region }, urgency, signal)
      return 'vector' in reply ? reply.vector : undefined
    },
    close: () => pool.close(),
  }
}
