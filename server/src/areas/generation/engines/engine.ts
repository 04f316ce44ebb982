import type { TruthObject } from '@vermilion/contract/generations'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type { Workflow, WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import type { SceneByProduct } from '@vermilion/contract/scenes'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import type { WorkflowValues } from '../workflows/fill-workflow.ts'

/** What an engine is asked for. Asked again with the same order, it gives the same image. */
export interface ImageOrder {
  readonly generationId: string
  readonly workflow: Workflow
  /** The workflow as it was at the start of the generation; null where it cannot be changed. */
  readonly workflowVersion: string | null
  readonly config: GenerationConfig
  readonly plan: ImagePlan
  /** The depth map that this image takes as its layout, and the picture whose look it takes; null without one. */
  readonly depthMap: Uint8Array | null
  readonly styleImage: Uint8Array | null
}

export interface EngineImage {
  readonly content: Uint8Array
  /** Of the content, without a dot: `jpg`. */
  readonly extension: string
  readonly truth: readonly TruthObject[] | null
  /** Files kept beside the image, each in the folder of its name. */
  readonly byProducts: readonly {
    readonly name: SceneByProduct
    readonly content: Uint8Array
    readonly extension: string
  }[]
  /** SHA-256 of the workflow's content, hexadecimal; null where the engine has none. */
  readonly workflowHash: string | null
  /** What was put into the workflow for this image; null where the engine has none. */
  readonly workflowValues: WorkflowValues | null
  /** Names of the models that were used, as the engine calls them. */
  readonly models: readonly string[]
}

/** How far an image is. */
export interface ImageProgress {
  readonly steps?: { readonly done: number; readonly of: number }
  /** A picture of what can be seen so far, which nobody has checked. */
  readonly preview?: Uint8Array
}

/** Bytes for each pixel: of the image, and of what is kept beside it. */
export type UsualBytes = Readonly<Record<'image' | SceneByProduct, number>>

/** What makes images of one kind of workflow. */
export interface GenerationEngine {
  /** The workflows that there are now. */
  workflows(): Promise<Workflow[]>
  /** Images of one workflow that are made at once, over all generations. */
  concurrency(workflow: Workflow): number
  /** Images that may wait to be written together; none where one that is lost with the server may have cost money. */
  readonly mostUnwritten: number
  /** What its files take for each pixel, about; null where that is known only once there are some. */
  readonly usualBytes: UsualBytes | null
  /** Keeps a workflow as it is now, for a generation that starts with it. Null where it cannot be changed. */
  keepVersion(workflowId: string): Promise<string | null>
  /** What a workflow takes as it was kept; undefined where this engine has not kept it. */
  openVersion(version: string): Promise<WorkflowCapabilities | undefined>
  /**
   * Why a config cannot be made: what the workflow lacks, by name. Asked before the start.
   * Throws a `Failure` that says what to do.
   */
  check(workflow: Workflow, config: GenerationConfig): Promise<void>
  /**
   * Makes one image. A `Failure` is about this generation and ends it; an `ImageFailed` is about this image alone; any
   * other error is tried again. Rejects when the signal aborts, and asks nobody else to go on.
   */
  make(order: ImageOrder, signal: AbortSignal, tell?: (progress: ImageProgress) => void): Promise<EngineImage>
  close(): Promise<void>
}

/** One image cannot be made, in words for people; the others go on. */
export class ImageFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImageFailed'
  }
}
