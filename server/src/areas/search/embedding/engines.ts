import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Assist } from '#areas/assist-models'
import { createMutex } from '#platform/mutex'
import { createAssistEmbedder } from './assist-embedder.ts'
import type { Embedder } from './embedder.ts'
import { createThreadedVectors } from '../vectors/threaded-vectors.ts'
import type { VectorIndex } from '../vectors/vector-index.ts'

export interface Engine {
  readonly embedder: Embedder
  readonly index: VectorIndex
}

export type Engines = ReturnType<typeof createEngines>

interface Needs {
  readonly starter: Embedder
  readonly assist: Pick<Assist, 'embedder'>
  readonly folder: string
}

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
    /** Switches to the current embedder; only while nothing is being indexed. */
    async renew(): Promise<void> {
      const release = await turn()
      try {
        const embedder = await requested()
        if (embedder.id !== current.embedder.id) {
          const previous = current
          current = engineOf(embedder)
          await previous.index.close()
        }
        for (const name of await readdir(folder).catch(() => []))
          if (name !== embedder.id) await rm(join(folder, name), { recursive: true, force: true })
      } finally {
        release()
      }
    },
    close: () => current.index.close(),
  }
}
