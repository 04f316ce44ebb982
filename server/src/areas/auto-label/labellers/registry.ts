import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { Labeller, LabellerSource } from './labeller.ts'

export type Labellers = ReturnType<typeof createLabellers>

export function createLabellers(sources: readonly LabellerSource[]) {
  return {
    list: async (labelType: LabelType): Promise<Labeller[]> =>
      (await Promise.all(sources.map((source) => source.list(labelType)))).flat(),
    async find(id: string): Promise<Labeller | undefined> {
      for (const source of sources) {
        const labeller = await source.find(id)
        if (labeller !== undefined) return labeller
      }
      return undefined
    },
  }
}
