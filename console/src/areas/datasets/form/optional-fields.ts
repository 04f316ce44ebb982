import type { Dataset } from '@vermilion/contract/datasets'

/** The optional fields of a dataset that people write, and their values in a new form. */
export const optionalFields = {
  guidelines: '',
  modelName: '',
  prompt: '',
  description: '',
  tags: [],
} satisfies Partial<Dataset>

export type OptionalField = keyof typeof optionalFields

export const optionalNames = Object.keys(optionalFields) as OptionalField[]
