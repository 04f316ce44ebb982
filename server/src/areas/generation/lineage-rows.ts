import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { promptOf } from '@vermilion/contract/generations/plan'
import { foldCase } from '#platform/database/fold-case'

/** Searchable lineage of a generation's item: lowercase, one line per word or name. */
export interface LineageRow {
  generationId: string
  itemIndex: number
  prompt: string
  sceneItem: string
  workflow: string
  loras: string
}

const linesOf = (texts: readonly string[]) => foldCase(texts.filter((word) => word !== '').join('\n'))

export function lineageRows(
  { id: generationId, workflowName }: { id: string; workflowName: string },
  { items, loras }: Pick<GenerationConfig, 'items' | 'loras'>,
): LineageRow[] {
  const workflow = foldCase(workflowName)
  const names = linesOf(loras.filter(({ enabled }) => enabled).map(({ name }) => name))
  return items.map((item, itemIndex) => {
    const { scene, floor, dirt, smallAnimal, animal, words } = item
    const sceneItem = linesOf([scene, floor, dirt, smallAnimal, animal, words])
    return { generationId, itemIndex, prompt: foldCase(promptOf(item)), sceneItem, workflow, loras: names }
  })
}
