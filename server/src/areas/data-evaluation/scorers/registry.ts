import type { Scorer as ScorerEntity } from '@vermilion/contract/data-evaluations/scorers'
import type { Scorer, ScorerSource } from './scorer.ts'

export type Scorers = ReturnType<typeof createScorers>

export function createScorers(sources: readonly ScorerSource[]) {
  const all = async (): Promise<Scorer[]> => (await Promise.all(sources.map((source) => source.list()))).flat()
  return {
    list: async (): Promise<ScorerEntity[]> => (await all()).map(({ entity }) => entity),
    async find(id: string): Promise<Scorer | undefined> {
      for (const source of sources) {
        const scorer = await source.find(id)
        if (scorer !== undefined) return scorer
      }
      return undefined
    },
  }
}
