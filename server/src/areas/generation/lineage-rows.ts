import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { promptOf } from '@vermilion/contract/generations/plan'
import { foldCase } from '#platform/database/fold-case'

/** What images of one item of a generation are found by; without their case, with a line for each word or name. */
export interface LineageRow {
  generationId: string
  itemIndex: number
  prompt: string
  sceneItem: string
  workflow: string
  loras: string
}

const linesOf = (words: readonly string[]) => foldCase(words.filter((word) => word !== '').join('\n'))

/** A row for each item of a generation. */
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
