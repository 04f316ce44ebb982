import { type InferenceModel, isInferenceModel, type Model } from '@vermilion/contract/models'

export function inferenceModel(model: Model | undefined): InferenceModel {
  if (model === undefined || !isInferenceModel(model)) throw new Error('there is no model that can be run')
  return model
}
