import { fail } from '@vermilion/contract/kernel/errors'
import { AssistFailed, type AssistEmbedder } from '#areas/assist-models'
import type { Embedder } from './embedder.ts'

const leastDimensions = 128

/** Networks trained on pictures with texts give any two photographs half of it already. */
const usualLikeness = 0.65

export function createAssistEmbedder(assist: AssistEmbedder): Embedder {
  const dimensions = Math.max(leastDimensions, 2 ** Math.ceil(Math.log2(assist.dimensions)))
  /** Padded to the index's length; zeros change no angle. */
  const padded = (vector: Float32Array) => {
    const longer = new Float32Array(dimensions)
    longer.set(vector)
    return longer
  }

  async function isOfPicture(): Promise<boolean> {
    return assist.embedText('a').then(
      () => true,
      () => false,
    )
  }

  return {
    id: assist.id,
    name: assist.name,
    version: 1,
    dimensions,
    usualLikeness,
    text: {
      embed: async (words, signal) => padded(await assist.embedText(words, signal).catch(inWords)),
      likenessOf: assist.likenessOf,
    },
    async embed(picture, options) {
      const ask = () => assist.embedPicture(picture, options)
      const vector = await ask().catch(async (error: unknown) => {
        if (!(error instanceof AssistFailed)) throw error
        // Its process may have died of another cause.
        return ask().catch(async (again: unknown) => {
          if (again instanceof AssistFailed && (await isOfPicture())) return undefined
          // The job retries later; a waiting user is told.
          if (options.urgency === 'later') throw again
          return inWords(again)
        })
      })
      return vector && padded(vector)
    },
  }
}

function inWords(error: unknown): never {
  throw error instanceof AssistFailed ? fail('search.embedder-failed', { reason: error.text }) : error
}
