import { z } from 'zod'

/** The training image that needs nothing else. */
export const starterMaterials = 'vermilion/starter-materials'
/** The base that it teaches. */
export const usualBase = 'materials'

/** Prefix of a base model that is a file of the model repository. */
export const repositoryBase = 'repository:'

/** A LoRA's file is called so: letters, digits, `-` and `_`, as every program takes them. */
export const loraName = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/)

/** Environment variables of the training program for values that are not numbers. */
export const fineTuningVariables = { loraName: 'LORA_NAME', triggerWords: 'TRIGGER_WORDS', base: 'BASE_MODEL' } as const

/** Fewer pictures than this teach little. */
export const minPictures = 5
export const maxPictures = 5_000
