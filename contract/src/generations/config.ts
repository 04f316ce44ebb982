import { z } from 'zod'
import { id, name } from '../kernel/fields.ts'
import { sceneByProducts } from '../scenes.ts'
import { generatedSideLimit, rendererWorkflow, workflowVersion } from './engines.ts'

/** R5.06: width and height are multiples of this. */
export const sideStep = 16
export const minGeneratedSide = 64
export const maxItems = 10_000
export const maxImages = 100_000
export const maxLoras = 20
export const maxObjectsPerKind = 30
export const maxRepeats = 10

const thing = z.string().trim().max(200).default('')
const howMany = z.number().int().min(0).max(maxObjectsPerKind).default(1)

/** The engine chooses an empty scene or floor; other empty fields are not shown and their numbers ignored. */
export const sceneItem = z.object({
  scene: thing,
  floor: thing,
  dirt: thing,
  dirtCount: howMany,
  smallAnimal: thing,
  smallAnimalCount: howMany,
  animal: thing,
  animalCount: howMany,
  words: z.string().trim().max(4_000).default(''),
  /** Share of the images relative to the other items. */
  weight: z.number().positive().max(1_000).default(1),
})
export type SceneItem = z.output<typeof sceneItem>

const loraStrength = z.number().min(-10).max(10)

export const loraRow = z.object({
  enabled: z.boolean().default(true),
  name: z.string().trim().max(300),
  strength: loraStrength.default(1),
  /** With `maximum`: each image draws its strength from this range. */
  minimum: loraStrength.nullable().default(null),
  maximum: loraStrength.nullable().default(null),
})
export type LoraRow = z.output<typeof loraRow>

const share = z.number().min(0).max(1)

/** Bound of a joint score, 0 to 100. */
export const scoreBound = z.number().min(0).max(100)

export const scoreCondition = z.object({
  model: z.string().min(1).max(100),
  minimum: scoreBound.default(0),
  maximum: scoreBound.default(100),
  repeats: z.number().int().min(0).max(maxRepeats).default(1),
})
export type ScoreCondition = z.output<typeof scoreCondition>

const side = z.number().int().min(1).max(generatedSideLimit)

/** R3.09. The same JSON in the form, presets, API and command line. */
export const generationConfig = z.object({
  name,
  workflow: z.string().min(1).max(64).default(rendererWorkflow),
  workflowVersion: workflowVersion.nullable().default(null),
  width: side.default(512),
  height: side.default(512),
  count: z.number().int().min(1).max(maxImages),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  items: z.array(sceneItem).max(maxItems),
  negativePrompt: z.string().trim().max(4_000).default(''),
  loras: z.array(loraRow).max(maxLoras).default([]),
  /** Each image uses one depth map of this data space as its layout. */
  depthReference: z
    .object({ spaceId: id, folder: z.string().max(1_000).default(''), strength: share.default(1) })
    .nullable()
    .default(null),
  styleImage: z
    .object({ fileId: id, strength: share.default(0.6) })
    .nullable()
    .default(null),
  score: scoreCondition.nullable().default(null),
  byProducts: z.array(z.enum(sceneByProducts)).max(sceneByProducts.length).default([]),
})
export type GenerationConfig = z.output<typeof generationConfig>
export type GenerationConfigInput = z.input<typeof generationConfig>

export function isEmptyItem({ scene, floor, dirt, smallAnimal, animal, words }: SceneItem): boolean {
  return [scene, floor, dirt, smallAnimal, animal, words].every((value) => value === '')
}
