import { type Model, modelEndpoints } from '@vermilion/contract/models'
import { addressOf } from '#lib/api.ts'

/** Where the browser downloads a model's file. */
export function contentOf({ id }: Pick<Model, 'id'>): string {
  return addressOf(modelEndpoints.modelContent, { params: { modelId: id } })
}
