import { type Model, modelEndpoints } from '@vermilion/contract/models'
import { cardEndpoints } from '@vermilion/contract/models/card'
import { addressOf } from '#lib/api.ts'

/** Where the browser downloads a model's file. */
export function contentOf({ id }: Pick<Model, 'id'>): string {
  return addressOf(modelEndpoints.modelContent, { params: { modelId: id } })
}

/** Where it downloads the file with the model's card and examples. */
export function archiveOf({ id }: Pick<Model, 'id'>): string {
  return addressOf(cardEndpoints.modelArchive, { params: { modelId: id } })
}
