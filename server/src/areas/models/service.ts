import type { Model } from '@vermilion/contract/models'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Datasets } from '#areas/datasets'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'
import { createEvaluationStore } from './evaluation/evaluation-store.ts'
import { createEvaluations } from './evaluation/evaluations.ts'
import { createSuggestions } from './evaluation/suggestions.ts'
import { createInferences } from './inferences.ts'
import { registerTrainedModels } from './registration.job.ts'
import { createModelStore } from './store.ts'

export interface ModelsNeeds extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'jobs' | 'blobs' | 'blobOwners' | 'log'
> {
  spaces: Spaces
  tasks: Tasks
  datasets: Datasets
}

export type Models = ReturnType<typeof createModels>

/** The model repository: what trainings made, and running it over images. */
export function createModels(needs: ModelsNeeds) {
  const store = createModelStore(needs.database)
  needs.blobOwners.add(store.blobOwner)
  registerTrainedModels({ ...needs, store })
  const inferences = createInferences({ ...needs, store })
  const { require: requireInference, resultsAt } = inferences
  const judged = { ...needs, store: createEvaluationStore(needs.database), requireInference, resultsAt }
  const evaluations = createEvaluations(judged)

  /** Fails as `model.not-found`. */
  async function get(modelId: string): Promise<Model> {
    const match = await store.find(modelId)
    if (!match) throw fail('model.not-found', { modelId })
    return match
  }

  return {
    get,
    page: store.page,
    inferences,
    evaluations,
    suggestions: createSuggestions({ ...judged, evaluations }),
    /** Its file is collected later, unless something else has the same content. Fails as `model.not-found`. */
    async delete(modelId: string): Promise<void> {
      const { taskId } = await get(modelId)
      if (!(await store.delete(modelId))) throw fail('model.not-found', { modelId })
      if (taskId !== null) await needs.tasks.noteModel(taskId, null)
      needs.events.publish({ type: 'model-changed', modelId })
    },
  }
}
