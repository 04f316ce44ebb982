import type { InferenceModel, Model, ModelType, StoredModel } from '@vermilion/contract/models'
import { isLora, isStored } from '@vermilion/contract/models'
import type { LoraDescription, LoraSample } from '@vermilion/contract/models/lora'
import { predictionKinds, unmeasured } from '@vermilion/contract/predictions'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'

export interface ModelRow extends Omit<
  InferenceModel,
  'type' | 'labels' | 'metrics' | 'predictionKind' | 'labelType' | 'tags' | 'covers'
> {
  tags: JsonText<string[]>
  covers: JsonText<string[]>
  type: ModelType
  /** Empty for models without image predictions, like labels and size. */
  labelType: InferenceModel['labelType'] | ''
  labels: JsonText<string[]>
  metrics: JsonText<Partial<InferenceModel['metrics']>>
  lora: JsonText<LoraDescription> | null
  /** Null for models that run here. */
  format: StoredModel['format'] | null
  /** Task whose result was imported. */
  sourceTaskId: string | null
  refusal: JsonText<NonNullable<StoredModel['refusal']>> | null
}

export interface ModelSampleRow extends LoraSample {
  modelId: string
}

const nothing = { labelType: '', labels: writeJson<string[]>([]), inputSize: 0, metrics: writeJson({}) } as const

export const newlyAdded = { version: 1, stage: 'draft', tags: [], notes: '' } satisfies Partial<Model>

export function rowOf(model: Model, sourceTaskId: string | null): ModelRow {
  const common = { tags: writeJson(model.tags), covers: writeJson(model.covers) }
  if (isLora(model)) {
    const { lora, samples: _samples, ...about } = model
    return { ...about, ...nothing, ...common, lora: writeJson(lora), format: null, refusal: null, sourceTaskId }
  }
  if (isStored(model)) {
    const { refusal } = model
    const written = { ...nothing, ...common, refusal: refusal && writeJson(refusal) }
    return { ...model, ...written, lora: null, sourceTaskId }
  }
  const { labels, metrics, predictionKind: _kind, ...about } = model
  const written = { ...common, labels: writeJson(labels), metrics: writeJson(metrics) }
  return { ...about, ...written, lora: null, format: null, refusal: null, sourceTaskId }
}

export function modelOf(row: ModelRow, samples: readonly LoraSample[]): Model {
  const {
    type,
    labelType,
    labels,
    inputSize,
    metrics,
    lora,
    format,
    refusal,
    tags,
    covers,
    sourceTaskId: _source,
    ...rest
  } = row
  const about = { ...rest, tags: readJson(tags), covers: readJson(covers) }
  if (format !== null) return { ...about, type: 'stored-model', format, refusal: refusal && readJson(refusal) }
  if (type === 'lora-model' || type === 'stored-model' || labelType === '') {
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
