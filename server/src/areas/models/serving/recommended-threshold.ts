import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import { honestPartOf, type TrainingPart } from '@vermilion/contract/models/training-parts'
import type { InferenceModel } from '@vermilion/contract/models'
import type { RecommendedThreshold } from '@vermilion/contract/models/serving'
import type { Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { InferenceOrderStore } from '../inference/order-store.ts'
import type { EvaluationStore } from '../evaluation/evaluation-store.ts'
import type { ModelStore } from '../store.ts'

const maxInferences = 20

interface ThresholdNeeds {
  store: Pick<ModelStore, 'sourceTask'>
  tasks: Pick<Tasks, 'report' | 'row'>
  orders: Pick<InferenceOrderStore, 'ofModel'>
  evaluations: Pick<EvaluationStore, 'find'>
}

/** A threshold with its task, and the part of images it was found on; null for all. */
interface FoundThreshold {
  confidence: number
  taskId: string
  part: TrainingPart | null
}

export function createRecommendedThreshold({ store, tasks, orders, evaluations }: ThresholdNeeds) {
  async function evaluated(modelId: string): Promise<FoundThreshold | null> {
    let flattering: FoundThreshold | null = null
    for (const { taskId, tiles } of await orders.ofModel(modelId, maxInferences)) {
      if (tiles !== null) continue
      const content = (await evaluations.find(taskId))?.content ?? null
      if (content === null) continue
      const all = readJson(content)
      const part = honestPartOf(all.parts)
      const { bestConfidence } = part ?? all
      if (!all.countsByConfidence || bestConfidence === null) continue
      const threshold = { confidence: bestConfidence, taskId, part: part?.part ?? null }
      if (threshold.part !== 'train') return threshold
      flattering ??= threshold
    }
    return flattering
  }

  async function trained(model: InferenceModel): Promise<FoundThreshold | null> {
    const taskId = model.taskId ?? (await store.sourceTask(model.id))
    const confidence = taskId === null ? null : ((await tasks.report(taskId))?.confidence ?? null)
    return taskId === null || confidence === null ? null : { confidence, taskId, part: 'validation' }
  }

  async function imagesOf({ taskId, part }: FoundThreshold): Promise<Pick<RecommendedThreshold, 'images'>> {
    const row = await tasks.row(taskId).catch(() => undefined)
    if (row === undefined) return {}
    const mounts = readJson(row.mounts)
    const name = mounts.length > 1 ? mounts.map((mount) => mount.name).join(', ') : row.dataName
    return { images: { name, part } }
  }

  return async (model: InferenceModel): Promise<RecommendedThreshold> => {
    const byEvaluation = await evaluated(model.id)
    const best = byEvaluation ?? (await trained(model))
    if (best !== null) {
      const source = best === byEvaluation ? 'evaluation' : 'training'
      return { confidence: best.confidence, source, ...(await imagesOf(best)) }
    }
    return { confidence: usualConfidence, source: 'usual' }
  }
}
