import { join } from 'node:path'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { fail } from '@vermilion/contract/kernel/errors'
import { isLora } from '@vermilion/contract/models'
import { maxLineageEntries } from '@vermilion/contract/models/lineage'
import type { DataEvaluations } from '#areas/data-evaluation'
import type { Datasets } from '#areas/datasets'
import type { FileOperations, Files } from '#areas/files'
import { lineageEntryOf, modelDeleted, type Models } from '#areas/models'
import type { Services } from '#areas/settings'
import type { Spaces } from '#areas/spaces'
import { createPace } from '#platform/events/pace'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createComfyuiEngine } from './engines/comfyui/engine.ts'
import type { ServerTimes } from './engines/comfyui/servers.ts'
import { createImagesApiEngine } from './engines/images-api/engine.ts'
import { createFloorMaterials } from './engines/materials/floor-materials.ts'
import { createEngines } from './engines/registry.ts'
import { createRendererEngine } from './engines/renderer.ts'
import { generationEstimateRoutes } from './estimates/estimate.ts'
import { createPastStore } from './estimates/past-store.ts'
import { generationCounterCheck } from './images/counter-check.ts'
import { createImageStore } from './images/image-store.ts'
import { createItemDrafts, itemDraftRoutes } from './item-drafts/item-drafts.ts'
import { fileLineageCheck } from './lineage/lineage-check.ts'
import { createPresets } from './presets/presets.ts'
import { generationRoutes } from './routes.ts'
import { registerGenerating } from './running/generate.job.ts'
import { createImagesInProgress } from './running/images-in-progress.ts'
import { createGenerationService } from './service.ts'
import { createGenerationStore } from './store.ts'
import { workflowRoutes } from './workflows/routes.ts'
import { createImportedWorkflows } from './workflows/workflows.ts'

/** Minimum milliseconds between two announcements of one generation. */
const announceEvery = 250
const progressEvery = 500

interface GenerationNeeds extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'work' | 'checks' | 'blobs' | 'log' | 'paths'
> {
  spaces: Spaces
  files: Files
  operations: FileOperations
  models: Pick<Models, 'lora' | 'lineage'>
  datasets: Pick<Datasets, 'truths'>
  services: Pick<Services, 'ofKind' | 'list'>
  evaluations: Pick<DataEvaluations, 'imageScorers' | 'prompts' | 'pixels'>
  comfyuiTimes?: Partial<ServerTimes> | undefined
}

export function createGenerations(needs: GenerationNeeds) {
  const { database, clock, events, lifecycle, jobs, work, checks, blobs, log, paths } = needs
  const { spaces, files, operations, models, datasets, services, evaluations, comfyuiTimes } = needs
  const { imageScorers: scorers, pixels } = evaluations
  const store = createGenerationStore(database)
  const images = createImageStore(database)
  const workflows = createImportedWorkflows({ database, clock })
  const comfyui = createComfyuiEngine({ database, services, workflows, times: comfyuiTimes })
  const materials = createFloorMaterials({ models, blobs, folder: join(paths.cache, 'materials') })
  const engines = createEngines({
    renderer: createRendererEngine({ materials }),
    comfyui,
    'images-api': createImagesApiEngine(services),
  })
  lifecycle.onStop(engines.close)
  const pace = createPace<[spaceId: string]>(announceEvery, (generationId, spaceId) =>
    events.publish({ type: 'generation-changed', spaceId, generationId }),
  )
  lifecycle.onStop(pace.stop)
  const changed = ({ id, spaceId }: { id: string; spaceId: string }) =>
    database.afterCommit(() => pace.announce(id, spaceId))
  const progressPace = createPace(progressEvery, (generationId) =>
    events.publish({ type: 'generation-progressed', generationId }),
  )
  lifecycle.onStop(progressPace.stop)
  const inProgress = createImagesInProgress(progressPace.announce)
  const parts = { database, clock, spaces, files, pixels, store, images, engines, scorers, inProgress, changed }
  const enqueue = registerGenerating({ ...parts, jobs, blobs })
  events.listen(modelDeleted, async (model) => {
    if (isLora(model) && (await store.isLoraInUse(model.name)))
      throw fail('generation.lora-in-use', { name: model.name })
  })
  models.lineage.add(async (model) => {
    const rows = isLora(model) ? await store.withLora(model.name, maxLineageEntries) : []
    return rows.map(({ id, spaceId, name, createdAt }) => {
      return { ...lineageEntryOf('generation', { kind: 'generation', id, name, at: createdAt }), within: spaceId }
    })
  })
  datasets.truths.add(images.truthsOf)
  checks.add(generationCounterCheck(store, images))
  checks.add(fileLineageCheck(database))
  const service = createGenerationService({ ...parts, work, operations, workflows, enqueue })
  evaluations.prompts.add(async (fileId) => (await service.lineage(fileId))?.prompt ?? null)
  const presets = createPresets({ database, clock })
  const itemDrafts = createItemDrafts({ database, clock, events, lifecycle, jobs, work, log, services, engines })
  return {
    mount(http: Pick<Http, 'mount'>): void {
      http.mount(endpointAreas.generations, generationRoutes(service, presets))
      http.mount(endpointAreas.generationEstimates, generationEstimateRoutes(createPastStore(database), engines))
      http.mount(endpointAreas.itemDrafts, itemDraftRoutes(itemDrafts))
      http.mount(endpointAreas.workflows, workflowRoutes(workflows, comfyui.inspect))
    },
  }
}
