import type { LineageFilter } from '@vermilion/contract/files/lineage-filter'

export type LineageName = keyof LineageFilter

export const lineageNames = [
  'generationId',
  'prompt',
  'sceneItem',
  'workflow',
  'lora',
  'seed',
  'workflowHash',
] as const satisfies readonly LineageName[]

export type LineageSearch = LineageFilter

export function lineageOf(search: LineageSearch): LineageSearch {
  const { generationId, prompt, sceneItem, workflow, lora, seed, workflowHash } = search
  return { generationId, prompt, sceneItem, workflow, lora, seed, workflowHash }
}
