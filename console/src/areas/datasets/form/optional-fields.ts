import type { Dataset } from '@vermilion/contract/datasets'

export const optionalFields = {
  guidelines: '',
  modelName: '',
  prompt: '',
  description: '',
  tags: [],
} satisfies Partial<Dataset>

export type OptionalField = keyof typeof optionalFields

export const optionalNames = Object.keys(optionalFields) as OptionalField[]
