import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import { honestPartOf } from '@vermilion/contract/evaluation/training-parts'
import type { InferenceModel } from '@vermilion/contract/models'
import type { RecommendedThreshold } from '@vermilion/contract/models/serving'
import type { Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { InferenceOrderStore } from '../board/order-store.ts'
import type { EvaluationStore } from '../evaluation/evaluation-store.ts'
import type { ModelStore } from '../store.ts'

/** Inferences of a model that are looked at, the newest first. */
const mostInferences = 20

interface ThresholdNeeds {
  store: Pick<ModelStore, 'sourceTask'>
  tasks: Pick<Tasks, 'report'>
  orders: Pick<InferenceOrderStore, 'ofModel'>
  evaluations: Pick<EvaluationStore, 'find'>
}

/** Answers the threshold that a model is used at wherever nobody chose another. */
export function createRecommendedThreshold({ store, tasks, orders, evaluations }: ThresholdNeeds) {
  async function evaluated(modelId: string): Promise<number | null> {
    let flattering: number | null = null
    for (const { taskId } of await orders.ofModel(modelId, mostInferences)) {
      const content = (await evaluations.find(taskId))?.content ?? null
      if (content === null) continue
      const all = readJson(content)
      const part = honestPartOf(all.parts ?? [])
      const { bestConfidence } = part ?? all
      if (all.countsByConfidence === false || bestConfidence === null) continue
      if (part?.part !== 'train') return bestConfidence
      flattering ??= bestConfidence
    }
    return flattering
  }

  async function trained(model: InferenceModel): Promise<number | null> {
    const taskId = model.taskId ?? (await store.sourceTask(model.id))
    return taskId === null ? null : ((await tasks.report(taskId))?.confidence ?? null)
  }

  return async (model: InferenceModel): Promise<RecommendedThreshold> => {
    const byEvaluation = await evaluated(model.id)
    if (byEvaluation !== null) return { confidence: byEvaluation, source: 'evaluation' }
    const byTraining = await trained(model)
    if (byTraining !== null) return { confidence: byTraining, source: 'training' }
    return { confidence: usualConfidence, source: 'usual' }
  }
}
