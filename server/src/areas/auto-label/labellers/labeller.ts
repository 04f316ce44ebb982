import type { Coordinates, LabellerKind } from '@vermilion/contract/auto-label/labellers'
import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { maxOriginLength } from '@vermilion/contract/labels/index'
import type { LocalFile } from '#platform/blobs/blob-store'
import type { ModelPrediction } from '@vermilion/contract/predictions'

export interface ImageToLabel {
  readonly content: Uint8Array | LocalFile
  readonly width: number
  readonly height: number
}

export interface LabelRequest {
  readonly labelType: LabelType
  readonly classes: readonly string[]
  readonly prompt: string
  readonly coordinates: Coordinates
  readonly tiles?: TileOptions | null
  readonly signal: AbortSignal
}

export interface LabelReply {
  /** Labels refer to the request's classes, or to the labeller's own; coordinates are pixels of the upright image. */
  readonly predictions: readonly ModelPrediction[]
  /** 0 to 1; a high value means that a person's labels for this image would teach much. */
  readonly uncertainty: number
}

/** A labeller suggests labels image by image, and knows nothing of datasets, rows and runs. */
export interface Labeller {
  readonly id: string
  readonly kind: LabellerKind
  readonly name: string
  readonly model: string | null
  readonly labelTypes: readonly LabelType[]
  /** The classes it can find; null for a labeller that finds any prompt. */
  readonly classes: readonly string[] | null
  readonly concurrency: number
  readonly takesTiles: boolean
  recommendedThreshold?(): Promise<number>
  /** Throws `ModelFailed` for a failure of this image; rejects when the signal aborts. */
  label(image: ImageToLabel, request: LabelRequest): Promise<LabelReply>
}

export const originOf = ({ name, model }: Pick<Labeller, 'name' | 'model'>) =>
  (model === null ? name : `${name} · ${model}`).slice(0, maxOriginLength)

/** The least certain prediction decides the uncertainty. */
export function replyOf(predictions: readonly ModelPrediction[]): LabelReply {
  return { predictions, uncertainty: Math.max(0, ...predictions.map(({ score }) => 1 - Math.abs(2 * score - 1))) }
}

export interface LabellerSource {
  list(labelType: LabelType): Promise<Labeller[]>
  find(id: string): Promise<Labeller | undefined>
}

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
