import { z } from 'zod'
import { loraFamilies } from '../safetensors/lora-family.ts'
import { maxSceneSide } from '../scenes.ts'

/** `renderer`: procedural scenes. `comfyui`: workflows on the ComfyUI servers. `images-api`: OpenAI's API, one per service. */
export const engineKinds = ['renderer', 'comfyui', 'images-api'] as const
export type EngineKind = (typeof engineKinds)[number]

export const itemThings = ['scene', 'floor', 'dirt', 'smallAnimal', 'animal'] as const
export type ItemThing = (typeof itemThings)[number]

const vocabulary = z.record(z.enum(itemThings), z.array(z.string()))

/** Inputs a workflow supports: the form shows only these, and the server refuses others. */
export const workflowCapabilities = z.object({
  loras: z.boolean(),
  /** Required LoRA family of the model repository; null when the engine's servers have their own LoRAs. */
  loraFamily: z.enum(loraFamilies).nullable(),
  depthReference: z.boolean(),
  styleImage: z.boolean(),
  negativePrompt: z.boolean(),
  words: z.boolean(),
  vocabulary: vocabulary.nullable(),
  truth: z.boolean(),
  largestSide: z.number().int(),
})
export type WorkflowCapabilities = z.output<typeof workflowCapabilities>

export const workflow = z.object({
  id: z.string().min(1).max(64),
  name: z.string(),
  engine: z.enum(engineKinds),
  capabilities: workflowCapabilities,
})
export type Workflow = z.output<typeof workflow>

/** SHA-256 of a workflow's content and slots, hexadecimal. */
export const workflowVersion = z.string().regex(/^[\da-f]{64}$/)

export const keptWorkflow = z.object({
  version: workflowVersion,
  name: z.string(),
  capabilities: workflowCapabilities,
})
export type KeptWorkflow = z.output<typeof keptWorkflow>

export const rendererWorkflow = 'floor-scenes'

export const generatedSideLimit = maxSceneSide
