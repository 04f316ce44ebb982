import { isInferenceModel, isLora } from '@vermilion/contract/models'
import type { InferenceModel, Model, modelUpdate } from '@vermilion/contract/models'
import type { z } from 'zod'
import type { LoraSample } from '@vermilion/contract/models/lora'
import { fail } from '@vermilion/contract/kernel/errors'
import { topic } from '#platform/events/events'
import { createBoardInferences } from './board/board-inferences.ts'
import { createComparisons } from './board/comparisons.ts'
import { followDevices } from './board/device-pools.ts'
import { createInferenceOrderStore } from './board/order-store.ts'
import { createDerived } from './derived.ts'
import { createEvaluationStore } from './evaluation/evaluation-store.ts'
import { createConversionStore } from './convert/conversion-store.ts'
import { createEvaluatedImageStore } from './evaluation/image-store.ts'
import { createEvaluations } from './evaluation/evaluations.ts'
import { createSuggestions } from './evaluation/suggestions.ts'
import { createModelFetches } from './import/address/fetches.ts'
import { createProgramModels } from './import/program-models.ts'
import { createModelImport } from './import/model-import.ts'
import { createTrials } from './import/trials.ts'
import { createInferences } from './inferences.ts'
import { createPredictor } from './predictor.ts'
import { registerTrainedModels } from './registration.job.ts'
import { createRecommendedThreshold } from './serving/recommended-threshold.ts'
import { createServing } from './serving/serving.ts'
import { createServingFigures } from './serving/figures.ts'
import type { ModelsNeeds } from './needs.ts'
import { createDatasetModels } from './lineage/dataset-models.ts'
import { createModelStore } from './store.ts'
import { createTrainingData } from './training-data.ts'

/** Published inside the transaction that deletes a model: listeners may refuse by failing. */
export const modelDeleted = topic<Model>('model-deleted')

export type Models = ReturnType<typeof createModels>

interface UpdateNeeds {
  store: ReturnType<typeof createModelStore>
  events: ModelsNeeds['events']
  get(modelId: string): Promise<Model>
}

function updating({ store, events, get }: UpdateNeeds) {
  return async (modelId: string, change: z.output<typeof modelUpdate>): Promise<Model> => {
    await get(modelId)
    await store.update(modelId, change)
    events.publish({ type: 'model-changed', modelId })
    return get(modelId)
  }
}

function deleting({ store, events, get, database, tasks }: UpdateNeeds & Pick<ModelsNeeds, 'database' | 'tasks'>) {
  return async (modelId: string): Promise<void> => {
    const match = await get(modelId)
    await database.transaction(async () => {
      await events.emit(modelDeleted, match)
      if (!(await store.delete(modelId))) throw fail('model.not-found', { modelId })
      if (match.taskId !== null) await tasks.noteModel(match.taskId, null)
      events.publish({ type: 'model-changed', modelId })
    })
  }
}

function sampling(get: UpdateNeeds['get']) {
  return async (modelId: string, { step, number }: Pick<LoraSample, 'step' | 'number'>): Promise<LoraSample> => {
    const match = await get(modelId)
    const samples = isLora(match) ? match.samples : []
    const sample = samples.find((one) => one.step === step && one.number === number)
    if (sample === undefined) throw fail('model.sample-missing')
    return sample
  }
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose parts share what it is given
export function createModels(needs: ModelsNeeds) {
  const { database, clock, events, jobs, blobs, blobOwners, log, spaces, files, tasks, datasets, devices } = needs
  const store = createModelStore(database)
  const predictor = createPredictor(blobs)
  needs.lifecycle.onStop(predictor.close)
  const trials = createTrials(predictor)
  const servingFigures = createServingFigures()
  const serving = createServing(blobs, { ...needs.config.serving, ran: servingFigures.ran })
  needs.lifecycle.onStop(serving.close)
  for (const owner of store.blobOwners) blobOwners.add(owner)
  registerTrainedModels({ store, tasks, datasets, blobs, database, events, jobs, clock })
  const orders = createInferenceOrderStore(database)
  const images = createEvaluatedImageStore(database)
  const evaluationStore = createEvaluationStore(database)
  const recommendedThreshold = createRecommendedThreshold({ store, tasks, orders, evaluations: evaluationStore })
  const inferences = createInferences({ store, tasks, datasets, spaces, blobs, clock, orders, recommendedThreshold })
  const { require: requireInference, resultsAt } = inferences
  const conversions = createConversionStore(database)
  const trainingData = createTrainingData({ store, tasks, datasets, conversions })
  const evaluations = createEvaluations({
    database,
    clock,
    events,
    jobs,
    log,
    tasks,
    store: evaluationStore,
    images,
    snapshots: datasets.snapshots,
    trainingData,
    requireInference,
    resultsAt,
  })

  const about = { clock, events, tasks, devices, models: store, orders, evaluations: evaluationStore, inferences }
  const boards = createBoardInferences(about)
  followDevices({ events, log, devices, tasks })

  async function get(modelId: string): Promise<Model> {
    const match = await store.find(modelId)
    if (!match) throw fail('model.not-found', { modelId })
    return match
  }

  async function getRunnable(modelId: string): Promise<InferenceModel> {
    const match = await get(modelId)
    if (isInferenceModel(match)) return match
    throw fail('model.not-runnable', { name: match.name })
  }

  const derived = createDerived({
    ...needs,
    conversions,
    store,
    orders,
    inferences,
    evaluations,
    evaluationStore,
    resultsAt,
    model: getRunnable,
  })
  return {
    get,
    ...derived,
    page: store.page,
    runnable: { ...store.runnable, get: getRunnable },
    lora: store.lora,
    sample: sampling(get),
    imports: createModelImport({ files, tasks, datasets, blobs, store, trials, events, clock, database }),
    programModels: createProgramModels({ store, tasks, datasets, blobs, trials, database, events, clock }),
    fetches: createModelFetches({
      database,
      clock,
      jobs,
      files,
      spaces,
      folder: needs.paths.modelFetches,
      allowedHosts: needs.config.modelHosts,
    }),
    inferences,
    trainingData,
    datasetModels: createDatasetModels({ store, datasets, trainingData }),
    boards,
    comparisons: createComparisons({ tasks, boards, evaluations, resultsAt }),
    predictor,
    serving,
    servingFigures,
    recommendedThreshold,
    evaluations,
    suggestions: createSuggestions({
      database,
      clock,
      events,
      jobs,
      datasets,
      images,
      evaluations,
      resultsAt,
      inferences,
    }),
    update: updating({ store, events, get }),
    /** Its file is collected later, unless shared. Listeners may refuse. */
    delete: deleting({ store, events, get, database, tasks }),
  }
}
