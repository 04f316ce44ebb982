import { fail } from '@vermilion/contract/kernel/errors'
import { AssistFailed, type AssistEmbedder } from '#areas/assist'
import type { Embedder } from './embedder.ts'

const leastDimensions = 128

/** Networks that were trained on pictures with words give any two photographs half of it already. */
const usualLikeness = 0.65

/** A fetched network of pictures and words. */
export function createAssistEmbedder(assist: AssistEmbedder): Embedder {
  const dimensions = Math.max(leastDimensions, 2 ** Math.ceil(Math.log2(assist.dimensions)))
  /** As long as indexes want vectors; zeros change no angle. */
  const padded = (vector: Float32Array) => {
    const longer = new Float32Array(dimensions)
    longer.set(vector)
    return longer
  }

  /** Whether it is the picture that the network cannot bear, and not everything. */
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
        // Its process may have died of something else.
        return ask().catch(async (again: unknown) => {
          if (again instanceof AssistFailed && (await isOfPicture())) return undefined
          // The job tries again later; whoever waits is told.
          if (options.urgency === 'later') throw again
          return inWords(again)
        })
      })
      return vector && padded(vector)
    },
  }
}

function inWords(error: unknown): never {
  throw error instanceof AssistFailed ? fail('search.embedder-failed', { reason: error.words }) : error
}
