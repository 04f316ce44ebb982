import { z } from 'zod'

export const starterMaterials = 'vermilion/starter-materials'
export const usualBase = 'materials'

/** Prefix of a base model that is a file of the model repository. */
export const repositoryBase = 'repository:'

/** File name of a LoRA: letters, digits, `-` and `_`, accepted by every program. */
export const loraName = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/)

export const fineTuningVariables = { loraName: 'LORA_NAME', triggerWords: 'TRIGGER_WORDS', base: 'BASE_MODEL' } as const

export const minPictures = 5
export const maxPictures = 5_000
