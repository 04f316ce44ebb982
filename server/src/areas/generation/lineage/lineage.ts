import type { GeneratedImage, Lineage } from '@vermilion/contract/generations'
import { planImage, promptOf } from '@vermilion/contract/generations/plan'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { readJson } from '#platform/database/columns'
import { foldCase } from '#platform/database/fold-case'
import type { GeneratedImageRow, LineageRow } from '../images/image-store.ts'
import type { GenerationRow } from '../store.ts'

type Facts = Omit<Lineage, 'generationId' | 'generationName' | 'workflow' | 'workflowName'>

export function factsOf(config: GenerationConfig, row: GeneratedImageRow): Facts {
  const { number, attempt, item, prompt, seed, loras } = planImage(config, row.itemIndex, row.number, row.attempt)
  const { score, workflowHash, createdAt } = row
  const models = row.models === null ? [] : readJson(row.models)
  return {
    number,
    attempt,
    item,
    prompt,
    seed,
    loras: [...loras],
    workflowHash,
    workflowKept: row.workflowValues !== null,
    models,
    score,
    createdAt,
  }
}

export function lineageOf(generation: GenerationRow, row: GeneratedImageRow): Lineage {
  const { id: generationId, name: generationName, workflowName } = generation
  const config = readJson(generation.config)
  return { generationId, generationName, workflow: config.workflow, workflowName, ...factsOf(config, row) }
}

/** Includes the file's path and score (-1 if none); null when the file is gone. */
type ImageRow = GeneratedImageRow & { path: string | null; fileScore: number | null }

export function imageOf(config: GenerationConfig, row: ImageRow): GeneratedImage {
  const { id, status, path, error } = row
  const fileScore = row.fileScore === null || row.fileScore < 0 ? null : row.fileScore
  return { id, status, fileId: path === null ? null : row.fileId, path, fileScore, error, ...factsOf(config, row) }
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
