import { type Model, modelEndpoints } from '@vermilion/contract/models'
import { cardEndpoints } from '@vermilion/contract/models/card'
import { addressOf } from '#lib/api.ts'

export function contentOf({ id }: Pick<Model, 'id'>): string {
  return addressOf(modelEndpoints.modelContent, { params: { modelId: id } })
}

export function archiveOf({ id }: Pick<Model, 'id'>): string {
  return addressOf(cardEndpoints.modelArchive, { params: { modelId: id } })
}
