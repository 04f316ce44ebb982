import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Assist } from '#areas/assist'
import { createMutex } from '#platform/mutex'
import { createAssistEmbedder } from './assist-embedder.ts'
import type { Embedder } from './embedder.ts'
import { createThreadedVectors } from './vectors/threaded-vectors.ts'
import type { VectorIndex } from './vectors/vector-index.ts'

/** An embedder, and where its vectors lie. */
export interface Engine {
  readonly embedder: Embedder
  readonly index: VectorIndex
}

export type Engines = ReturnType<typeof createEngines>

interface Needs {
  /** What needs nothing fetched. */
  readonly starter: Embedder
  readonly assist: Pick<Assist, 'embedder'>
  /** Of all indexes. */
  readonly folder: string
}

/** The embedder that serves, with its index: the fetched one of words and pictures, or else the starter's. */
export function createEngines({ starter, assist, folder }: Needs) {
  const turn = createMutex()
  let current = engineOf(starter)

  function engineOf(embedder: Embedder): Engine {
    const { id, dimensions } = embedder
    return { embedder, index: createThreadedVectors({ folder: join(folder, id), dimensions }) }
  }

  async function requested(): Promise<Embedder> {
    const fetched = await assist.embedder()
    return fetched === undefined ? starter : createAssistEmbedder(fetched)
  }

  return {
    current: () => current,
    isOutdated: async () => (await requested()).id !== current.embedder.id,
    /** Takes the embedder that is to serve. Only when nothing is being put into the index. */
    async renew(): Promise<void> {
      const release = await turn()
      try {
        const embedder = await requested()
        if (embedder.id !== current.embedder.id) {
          const previous = current
          current = engineOf(embedder)
          await previous.index.close()
        }
        // Also those that a killed server left.
        for (const name of await readdir(folder).catch(() => []))
          if (name !== embedder.id) await rm(join(folder, name), { recursive: true, force: true })
      } finally {
        release()
      }
    },
    close: () => current.index.close(),
  }
}
