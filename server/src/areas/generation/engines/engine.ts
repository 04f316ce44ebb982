import type { TruthObject } from '@vermilion/contract/generations'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type { Workflow, WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import type { SceneByProduct } from '@vermilion/contract/scenes'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import type { WorkflowValues } from '../workflows/fill-workflow.ts'

/** Equal orders give equal images. */
export interface ImageOrder {
  readonly generationId: string
  readonly workflow: Workflow
  /** Version of the workflow at the generation's start; null for an immutable one. */
  readonly workflowVersion: string | null
  readonly config: GenerationConfig
  readonly plan: ImagePlan
  /** Depth map for the layout and image for the style; null without. */
  readonly depthMap: Uint8Array | null
  readonly styleImage: Uint8Array | null
}

export interface EngineImage {
  readonly content: Uint8Array
  /** File extension without a dot, such as `jpg`. */
  readonly extension: string
  readonly truth: readonly TruthObject[] | null
  /** Files stored beside the image, in a folder per kind. */
  readonly byProducts: readonly {
    readonly name: SceneByProduct
    readonly content: Uint8Array
    readonly extension: string
  }[]
  /** SHA-256 of the workflow in hexadecimal; null for engines without. */
  readonly workflowHash: string | null
  readonly workflowValues: WorkflowValues | null
  readonly models: readonly string[]
}

export interface ImageProgress {
  readonly steps?: { readonly done: number; readonly of: number }
  /** An unchecked preview image. */
  readonly preview?: Uint8Array
}

export type UsualBytes = Readonly<Record<'image' | SceneByProduct, number>>

export interface GenerationEngine {
  workflows(): Promise<Workflow[]>
  concurrency(workflow: Workflow): number
  /** Images that may wait to be stored together; 0 when a lost image would cost money. */
  readonly maxUnwritten: number
  /** Typical file sizes; null when only known from earlier generations. */
  readonly usualBytes: UsualBytes | null
  /** Stores the workflow's present version for a generation. Null for an immutable one. */
  keepVersion(workflowId: string): Promise<string | null>
  openVersion(version: string): Promise<WorkflowCapabilities | undefined>
  /** Throws a `Failure` naming what the workflow lacks for the config. Called before the start. */
  check(workflow: Workflow, config: GenerationConfig): Promise<void>
  /**
   * A `Failure` ends the generation, an `ImageFailed` only this image; other errors are retried. Aborting cancels remote work.
   */
  make(order: ImageOrder, signal: AbortSignal, tell?: (progress: ImageProgress) => void): Promise<EngineImage>
  close(): Promise<void>
}

/** One image failed, with a user-facing text; the others continue. */
export class ImageFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImageFailed'
  }
}
