import {
  type GenerationConfig,
  generationConfig,
  type SceneItem,
  sceneItem,
  type LoraRow,
} from '@vermilion/contract/generations/config'
import { itemThings, type Workflow, type WorkflowCapabilities } from '@vermilion/contract/generations/engines'

export interface UsedVersion {
  workflow: string
  version: string
  isChosen: boolean
}

/** A config in its form; field names equal the contract's, so that errors find their field. */
export interface TypedGeneration extends Omit<
  GenerationConfig,
  'workflowVersion' | 'depthReference' | 'styleImage' | 'score'
> {
  usedVersion: UsedVersion | null
  usesDepth: boolean
  depthReference: { spaceId?: string | undefined; folder: string; strength: number }
  usesStyle: boolean
  styleImage: { spaceId?: string | undefined; fileId?: string | undefined; strength: number }
  usesScore: boolean
  score: NonNullable<GenerationConfig['score']>
}

export function typedOf(
  { workflowVersion: version, depthReference, styleImage, score, ...config }: GenerationConfig,
  spaceId: string,
): TypedGeneration {
  return {
    ...config,
    usedVersion: version === null ? null : { workflow: config.workflow, version, isChosen: true },
    usesDepth: depthReference !== null,
    depthReference: depthReference ?? { folder: '', strength: 1 },
    usesStyle: styleImage !== null,
    styleImage: { spaceId, ...(styleImage ?? { strength: 0.6 }) },
    usesScore: score !== null,
    score: score ?? { model: '', minimum: 0, maximum: 100, repeats: 1 },
  }
}

/** The requested version of the workflow; null for the current one. */
export function versionOf({ workflow, usedVersion }: Partial<TypedGeneration>): string | null {
  return usedVersion?.isChosen === true && usedVersion.workflow === workflow ? usedVersion.version : null
}

export function configOf(typed: Partial<TypedGeneration>, capabilities: WorkflowCapabilities): GenerationConfig {
  const { usesDepth, depthReference, usesStyle, styleImage, usesScore, score, ...plain } = typed
  const { name = '', workflow = '', width = NaN, height = NaN, count = NaN, seed = NaN, items = [] } = plain
  return {
    name: name.trim(),
    workflow,
    workflowVersion: versionOf(typed),
    width,
    height,
    count,
    seed,
    items,
    negativePrompt: capabilities.negativePrompt ? (plain.negativePrompt ?? '') : '',
    loras: capabilities.loras ? (plain.loras ?? []) : [],
    depthReference:
      capabilities.depthReference && usesDepth === true
        ? {
            spaceId: depthReference?.spaceId ?? '',
            folder: depthReference?.folder ?? '',
            strength: depthReference?.strength ?? 1,
          }
        : null,
    styleImage:
      capabilities.styleImage && usesStyle === true
        ? { fileId: styleImage?.fileId ?? '', strength: styleImage?.strength ?? 0.6 }
        : null,
    score: usesScore === true && score !== undefined ? score : null,
    byProducts: capabilities.truth ? (plain.byProducts ?? []) : [],
  }
}

export const blankItem: SceneItem = sceneItem.parse({})

/** The initial config; it is valid as it is for a workflow with a vocabulary. */
export function newConfig({ id, capabilities: { vocabulary } }: Workflow, name: string): GenerationConfig {
  const words =
    vocabulary === null
      ? {}
      : Object.fromEntries(
          itemThings
            .filter((thing) => thing === 'scene' || thing === 'floor' || thing === 'dirt')
            .map((thing) => [thing, vocabulary[thing][0] ?? '']),
        )
  return generationConfig.parse({ name, workflow: id, count: 60, seed: newSeed(), items: [{ ...blankItem, ...words }] })
}

export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1
}

export const newLora: LoraRow = { enabled: true, name: '', strength: 1, minimum: null, maximum: null }
