import type { LoraRow } from '@vermilion/contract/generations/config'

/** A LoRA that is still to be named. */
export const newLora: LoraRow = { enabled: true, name: '', strength: 1, minimum: null, maximum: null }
