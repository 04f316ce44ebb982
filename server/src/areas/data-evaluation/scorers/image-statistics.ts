import type { CriterionScore } from '@vermilion/contract/data-evaluations'
import { statisticsScorer } from '@vermilion/contract/data-evaluations/scorers'
import type { Measures } from './pixels/measures.ts'
import type { PixelWork } from './pixels/pixels.ts'
import type { Scorer, ScorerSource } from './scorer.ts'

/** Change with every formula. */
const formulas = 'formulas-2'

interface StatisticEntry {
  readonly key: keyof Measures | 'exposure'
  score(measures: Measures): number
  reason(measures: Measures): string
}

const atMost = (share: number) => 100 * Math.min(1, share)

/** Each measure as a score. `pixels/measures.ts` documents the measures and their sources. */
const statistics: readonly StatisticEntry[] = [
  {
    key: 'sharpness',
    // 50 at a variance of 100, a common threshold of blur.
    score: ({ sharpness }) => (100 * sharpness) / (sharpness + 100),
    reason: ({ sharpness }) => sharpness.toFixed(1),
  },
  {
    key: 'exposure',
    // Well-exposedness: a Gaussian around the middle with a deviation of 0.2 of the range (T. Mertens, J. Kautz and F. Van Reeth,
    // Exposure Fusion, Pacific Graphics, 2007), here of the mean luminance.
    score: ({ luminance }) => 100 * Math.exp(-((luminance / 255 - 0.5) ** 2) / (2 * 0.2 ** 2)),
    reason: ({ luminance }) => luminance.toFixed(1),
  },
  {
    key: 'contrast',
    // Half of the largest possible deviation is full contrast.
    score: ({ contrast }) => atMost(contrast / 0.25),
    reason: ({ contrast }) => contrast.toFixed(3),
  },
  {
    key: 'noise',
    score: ({ noise }) => 100 * Math.exp(-noise / 10),
    reason: ({ noise }) => noise.toFixed(2),
  },
  {
    key: 'colourfulness',
    // 109 is "extremely colourful" in the paper.
    score: ({ colourfulness }) => atMost(colourfulness / 109),
    reason: ({ colourfulness }) => colourfulness.toFixed(1),
  },
]

export function createImageStatistics(pixels: PixelWork): ScorerSource {
  const scorer: Scorer = {
    entity: {
      id: statisticsScorer,
      kind: 'statistics',
      name: 'Image statistics',
      model: null,
      measure: null,
      needsStandard: false,
    },
    basis: formulas,
    // One more than processes, so that none is idle.
    concurrency: pixels.processes * 2,
    async score({ content }, { signal }) {
      const { hash, ...measures } = await pixels.measure(content, signal)
      const criteria = statistics.map(({ key, score, reason }): CriterionScore => ({
        key,
        score: score(measures),
        reason: reason(measures),
      }))
      return { criteria, hash }
    },
    guess: () => ({ calls: 0, promptTokens: 0, completionTokens: 0 }),
  }
  return { list: async () => [scorer], find: async (id) => (id === statisticsScorer ? scorer : undefined) }
}
