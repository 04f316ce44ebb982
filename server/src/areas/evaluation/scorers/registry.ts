import type { Scorer as ScorerEntity } from '@vermilion/contract/data-evaluations'
import type { Scorer, ScorerSource } from './scorer.ts'

export type Scorers = ReturnType<typeof createScorers>

/** Everything that scores images now. */
export function createScorers(sources: readonly ScorerSource[]) {
  const all = async (): Promise<Scorer[]> => (await Promise.all(sources.map((source) => source.list()))).flat()
  return {
    list: async (): Promise<ScorerEntity[]> => (await all()).map(({ entity }) => entity),
    find: async (id: string): Promise<Scorer | undefined> => (await all()).find(({ entity }) => entity.id === id),
  }
}
