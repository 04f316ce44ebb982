import type { InferenceModel, Model, ModelType } from '@vermilion/contract/models'
import { isLora } from '@vermilion/contract/models'
import type { LoraDescription, LoraSample } from '@vermilion/contract/models/lora'
import { predictionKinds, unmeasured } from '@vermilion/contract/predictions'
import { readJson, writeJson } from '#platform/database/columns'
import type { JsonText } from '#platform/database/columns'

export interface ModelRow extends Omit<InferenceModel, 'type' | 'labels' | 'metrics' | 'predictionKind' | 'labelType'> {
  type: ModelType
  /** Of a LoRA, which says nothing of images: empty, like its labels and its size. */
  labelType: InferenceModel['labelType'] | ''
  labels: JsonText<string[]>
  /** Those that were known when it was added. */
  metrics: JsonText<Partial<InferenceModel['metrics']>>
  /** Null for what is no LoRA. */
  lora: JsonText<LoraDescription> | null
}

export interface ModelSampleRow extends LoraSample {
  modelId: string
}

const nothing = { labelType: '', labels: writeJson<string[]>([]), inputSize: 0, metrics: writeJson({}) } as const

export function rowOf(model: Model): ModelRow {
  if (isLora(model)) {
    const { lora, samples: _samples, ...about } = model
    return { ...about, ...nothing, lora: writeJson(lora) }
  }
  const { labels, metrics, predictionKind: _kind, ...about } = model
  return { ...about, labels: writeJson(labels), metrics: writeJson(metrics), lora: null }
}

export function modelOf(row: ModelRow, samples: readonly LoraSample[]): Model {
  const { type, labelType, labels, inputSize, metrics, lora, ...about } = row
  if (type === 'lora-model' || labelType === '') {
    if (lora === null) throw new Error(`the model ${row.id} does not say what it is`)
    return { ...about, type: 'lora-model', lora: readJson(lora), samples: [...samples] }
  }
  return {
    ...about,
    type,
    labelType,
    labels: readJson(labels),
    inputSize,
    predictionKind: predictionKinds[labelType],
    metrics: { ...unmeasured, ...readJson(metrics) },
  }
}
