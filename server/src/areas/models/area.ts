import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Datasets } from '#areas/datasets'
import type { DeviceArea } from '#areas/devices'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createBoardInferences } from './board/board-inferences.ts'
import { createComparisons } from './board/comparisons.ts'
import { followDevices } from './board/device-pools.ts'
import { boardRoutes } from './board/routes.ts'
import { cardRoutes } from './card/archive.ts'
import { comfyuiLoraRoutes } from './comfyui/lora-folder.ts'
import { comparisonRoutes } from './compare/comparisons.ts'
import { createRuns } from './compare/runs.ts'
import { createConversionStore } from './convert/conversion-store.ts'
import { conversionRoutes } from './convert/conversions.ts'
import { createEvaluationStore } from './evaluation/evaluation-store.ts'
import { createEvaluations } from './evaluation/evaluations.ts'
import { createEvaluatedImageStore } from './evaluation/image-store.ts'
import { evaluationRoutes } from './evaluation/routes.ts'
import { createSuggestions } from './evaluation/suggestions.ts'
import { createModelFetches, modelFetchRoutes } from './import/address/fetches.ts'
import { createModelImport } from './import/model-import.ts'
import { createTrials } from './import/trials.ts'
import { createInferences } from './inference/inferences.ts'
import { createInferenceOrderStore } from './inference/order-store.ts'
import { createTileSizes } from './inference/tile-sizes.ts'
import { createLineage } from './lineage/lineage.ts'
import { lineageRoutes, trainingDataRoutes } from './lineage/routes.ts'
import { createTrainingData } from './lineage/training-data.ts'
import { createProgramModels } from './registration/program-models.ts'
import { registerTrainedModels } from './registration/registration.job.ts'
import { modelRoutes } from './routes.ts'
import { createModelService } from './service.ts'
import { createServingFigures } from './serving/figures.ts'
import { createPredictor } from './serving/predictor.ts'
import { createRecommendedThreshold } from './serving/recommended-threshold.ts'
import { servingRoutes } from './serving/routes.ts'
import { createServing } from './serving/serving.ts'
import { createModelStore } from './store.ts'

interface ModelsNeeds extends Pick<
  Platform,
  'config' | 'paths' | 'database' | 'clock' | 'events' | 'jobs' | 'blobs' | 'blobOwners' | 'lifecycle' | 'log'
> {
  spaces: Spaces
  files: Files
  tasks: Tasks
  datasets: Datasets
  devices: DeviceArea
}

export type Models = ReturnType<typeof createModels>

export function createModels(needs: ModelsNeeds) {
  const { config, paths, database, clock, events, jobs, blobs, blobOwners, lifecycle, log } = needs
  const { spaces, files, tasks, datasets, devices } = needs
  const store = createModelStore(database)
  for (const owner of store.blobOwners) blobOwners.add(owner)
  const service = createModelService({ store, database, events, tasks })
  const predictor = createPredictor(blobs)
  lifecycle.onStop(predictor.close)
  const trials = createTrials(predictor)
  const figures = createServingFigures()
  const serving = createServing(blobs, { ...config.serving, ran: figures.ran })
  lifecycle.onStop(serving.close)

  const about = { store, database, clock, events, blobs, tasks, datasets }
  registerTrainedModels({ ...about, jobs })
  const imports = createModelImport({ ...about, files, trials })
  const fetching = { folder: paths.modelFetches, allowedHosts: config.modelHosts }
  const fetches = createModelFetches({ ...fetching, database, clock, jobs, files, spaces })

  const orders = createInferenceOrderStore(database)
  const evaluationStore = createEvaluationStore(database)
  const evaluated = { store, tasks, orders, evaluations: evaluationStore }
  const recommendedThreshold = createRecommendedThreshold(evaluated)
  const inferences = createInferences({ store, tasks, datasets, spaces, blobs, clock, orders, recommendedThreshold })
  const conversions = createConversionStore(database)
  const trainingData = createTrainingData({ store, tasks, datasets, conversions })
  const images = createEvaluatedImageStore(database)
  const evaluating = { database, clock, events, jobs, datasets, images, inferences }
  const evaluations = createEvaluations({ ...evaluating, log, tasks, store: evaluationStore, trainingData })
  const suggestions = createSuggestions({ ...evaluating, evaluations })
  const boards = createBoardInferences({ ...evaluated, clock, events, devices, inferences })
  followDevices({ events, log, devices, tasks })
  const lineage = createLineage({ ...evaluated, datasets, conversions })
  const runOf = createRuns({ tasks, orders, evaluations: evaluationStore, inferences })
  const { get, runnable } = service
  const converting = conversionRoutes({ ...about, jobs, log, files, conversions, inferences, runnable, runOf })
  const comparing = comparisonRoutes({ datasets, lifecycle, runnable, inferences, runOf })

  return {
    get,
    page: store.page,
    lora: store.lora,
    runnable,
    update: service.update,
    delete: service.delete,
    programModels: createProgramModels({ ...about, trials }),
    lineage,
    inferences,
    predictor,
    recommendedThreshold,
    /** For tests. */
    serving,
    /** For tests. */
    fetches,
    mount(http: Pick<Http, 'mount' | 'metrics'>): void {
      figures.tell(http.metrics, serving)
      const comparisons = createComparisons({ tasks, boards, evaluations, inferences })
      const routing = { service, page: store.page, imports, inferences, blobs, files }
      http.mount(endpointAreas.models, modelRoutes({ ...routing, tileSizeOf: createTileSizes(blobs) }))
      http.mount(endpointAreas.serving, servingRoutes({ service, serving, figures, recommendedThreshold, files }))
      http.mount(endpointAreas.modelFetches, modelFetchRoutes(fetches))
      http.mount(endpointAreas.modelComparisons, comparing)
      http.mount(endpointAreas.modelCards, cardRoutes({ get, blobs, files, evaluations, lineage }))
      http.mount(endpointAreas.modelConversions, converting)
      http.mount(endpointAreas.modelLineage, lineageRoutes({ get, store, datasets, lineage, trainingData }))
      http.mount(endpointAreas.modelTrainingData, trainingDataRoutes(get, trainingData))
      http.mount(endpointAreas.comfyuiLoras, comfyuiLoraRoutes({ get, blobs, folder: config.comfyuiLoras }))
      http.mount(endpointAreas.boardInferences, boardRoutes(runnable, boards, comparisons))
      http.mount(endpointAreas.evaluations, evaluationRoutes(evaluations, suggestions))
    },
  }
}
