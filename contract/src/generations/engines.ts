import { z } from 'zod'
import { loraFamilies } from '../safetensors/lora-family.ts'
import { maxSceneSide } from '../scenes.ts'

/**
 * `renderer`: the built-in procedural scenes. `comfyui`: imported workflows on the ComfyUI servers of the settings. `images-api`:
 * models behind OpenAI's API, one per service.
 */
export const engineKinds = ['renderer', 'comfyui', 'images-api'] as const
export type EngineKind = (typeof engineKinds)[number]

/** Fields of a scene item that name a thing. */
export const itemThings = ['scene', 'floor', 'dirt', 'smallAnimal', 'animal'] as const
export type ItemThing = (typeof itemThings)[number]

const vocabulary = z.record(z.enum(itemThings), z.array(z.string()))

/** Inputs a workflow supports: the form shows only these, and the server refuses others. */
export const workflowCapabilities = z.object({
  loras: z.boolean(),
  /** The only LoRAs that it takes: those of this family of the model repository; null where its servers have their own. */
  loraFamily: z.enum(loraFamilies).nullable(),
  depthReference: z.boolean(),
  styleImage: z.boolean(),
  negativePrompt: z.boolean(),
  /** Free words of an item reach the picture. */
  words: z.boolean(),
  /** The only things that an item may name; null where any word may stand. */
  vocabulary: vocabulary.nullable(),
  /** Images come with the boxes and masks of what they show. */
  truth: z.boolean(),
  largestSide: z.number().int(),
})
export type WorkflowCapabilities = z.output<typeof workflowCapabilities>

/** An engine with its configuration. */
export const workflow = z.object({
  id: z.string().min(1).max(64),
  name: z.string(),
  engine: z.enum(engineKinds),
  capabilities: workflowCapabilities,
})
export type Workflow = z.output<typeof workflow>

/** A workflow as it was at some time: SHA-256 of its content and slots, hexadecimal. */
export const workflowVersion = z.string().regex(/^[\da-f]{64}$/)

/** A workflow as generations ran with it, which it may no longer be. */
export const keptWorkflow = z.object({
  version: workflowVersion,
  /** Name at the time. */
  name: z.string(),
  capabilities: workflowCapabilities,
})
export type KeptWorkflow = z.output<typeof keptWorkflow>

/** The workflow that is always there. */
export const rendererWorkflow = 'floor-scenes'

/** Pixels of a side at most, whatever the engine. */
export const generatedSideLimit = maxSceneSide
