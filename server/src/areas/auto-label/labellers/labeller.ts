import type { Coordinates, LabellerKind } from '@vermilion/contract/auto-label/labellers'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { longestOrigin } from '@vermilion/contract/labels/index'
import type { LocalFile } from '#platform/blobs/blob-store'
import type { ModelPrediction } from '@vermilion/contract/predictions'

/** An image that is to be labeled, and its upright size. */
export interface ImageToLabel {
  /** Its bytes, or the file that holds them. */
  readonly content: Uint8Array | LocalFile
  readonly width: number
  readonly height: number
}

export interface LabelRequest {
  readonly labelType: LabelType
  /** What is looked for, as the labeller calls it. */
  readonly classes: readonly string[]
  /** What a person asked for beside that. */
  readonly prompt: string
  readonly coordinates: Coordinates
  readonly signal: AbortSignal
}

export interface LabelReply {
  /** By the names of the request's classes, or of the labeller's own; in pixels of the upright image. */
  readonly predictions: readonly ModelPrediction[]
  /** 0 to 1: how unsure it is of the image, and so how much a person's labels would teach. */
  readonly uncertainty: number
}

/** What suggests labels for images one by one. It knows nothing of datasets, rows and runs. */
export interface Labeller {
  readonly id: string
  readonly kind: LabellerKind
  readonly name: string
  /** Of a chat service: the model that answers. */
  readonly model: string | null
  readonly labelTypes: readonly LabelType[]
  /** What it can find; null for one that looks for what it is asked for. */
  readonly classes: readonly string[] | null
  /** Images that are worth having under way at once. */
  readonly concurrency: number
  /** From which score on its predictions are right most often, where that is known of it. */
  recommendedThreshold?(): Promise<number>
  /** Throws `ModelFailed` about this image; rejects when the signal aborts. */
  label(image: ImageToLabel, request: LabelRequest): Promise<LabelReply>
}

/** By what the labels that it suggests are known to be its own. */
export const originOf = ({ name, model }: Pick<Labeller, 'name' | 'model'>) =>
  (model === null ? name : `${name} · ${model}`).slice(0, longestOrigin)

/** Where labellers of one kind come from. */
export interface LabellerSource {
  list(labelType: LabelType): Promise<Labeller[]>
  /** By its id; undefined where it is none of these. */
  find(id: string): Promise<Labeller | undefined>
}
