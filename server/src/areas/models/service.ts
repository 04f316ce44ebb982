import { fail } from '@vermilion/contract/kernel/errors'
import { type InferenceModel, isInferenceModel, isLora, type Model, type modelUpdate } from '@vermilion/contract/models'
import type { LoraSample } from '@vermilion/contract/models/lora'
import type { z } from 'zod'
import type { Tasks } from '#areas/tasks'
import { topic } from '#platform/events/events'
import type { Platform } from '#platform/platform'
import type { ModelStore } from './store.ts'

/** Published inside the transaction that deletes a model: listeners may refuse by failing. */
export const modelDeleted = topic<Model>('model-deleted')

interface Needs extends Pick<Platform, 'database' | 'events'> {
  store: ModelStore
  tasks: Pick<Tasks, 'noteModel'>
}

export type ModelService = ReturnType<typeof createModelService>

export function createModelService({ store, database, events, tasks }: Needs) {
  async function get(modelId: string): Promise<Model> {
    const match = await store.find(modelId)
    if (!match) throw fail('model.not-found', { modelId })
    return match
  }

  return {
    get,

    runnable: {
      ...store.runnable,
      async get(modelId: string): Promise<InferenceModel> {
        const match = await get(modelId)
        if (isInferenceModel(match)) return match
        throw fail('model.not-runnable', { name: match.name })
      },
    },

    async sample(modelId: string, { step, number }: Pick<LoraSample, 'step' | 'number'>): Promise<LoraSample> {
      const match = await get(modelId)
      const samples = isLora(match) ? match.samples : []
      const sample = samples.find((one) => one.step === step && one.number === number)
      if (sample === undefined) throw fail('model.sample-missing')
      return sample
    },

    async update(modelId: string, change: z.output<typeof modelUpdate>): Promise<Model> {
      await get(modelId)
      await store.update(modelId, change)
      events.publish({ type: 'model-changed', modelId })
      return get(modelId)
    },

    /** Its file is collected later, unless shared. Listeners may refuse. */
    async delete(modelId: string): Promise<void> {
      const match = await get(modelId)
      await database.transaction(async () => {
        await events.emit(modelDeleted, match)
        if (!(await store.delete(modelId))) throw fail('model.not-found', { modelId })
        if (match.taskId !== null) await tasks.noteModel(match.taskId, null)
        events.publish({ type: 'model-changed', modelId })
      })
    },
  }
}
