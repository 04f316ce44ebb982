import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import { maxLineageEntries } from '@vermilion/contract/models/lineage'
import { isLora } from '@vermilion/contract/models'
import type { Datasets } from '#areas/datasets'
import type { DataEvaluations, ImageScorers } from '#areas/data-evaluation'
import type { Files, FileOperations } from '#areas/files'
import { lineageEntryOf, modelDeleted, type Models } from '#areas/models'
import type { Services } from '#areas/settings'
import type { Spaces } from '#areas/spaces'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Checks } from '#platform/checks/checks'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { createPace } from '#platform/events/pace'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import type { WorkRegistry } from '#platform/work/work'
import { generationCounterCheck } from './counter-check.ts'
import { createComfyuiEngine } from './engines/comfyui/engine.ts'
import type { ServerTimes } from './engines/comfyui/servers.ts'
import { createImagesApiEngine } from './engines/images-api/engine.ts'
import { createEngines } from './engines/registry.ts'
import { createFloorMaterials } from './engines/materials/floor-materials.ts'
import { createRendererEngine } from './engines/renderer.ts'
import { createImageStore } from './image-store.ts'
import { createItemDrafting } from './item-drafts/area.ts'
import { fileLineageCheck } from './lineage-check.ts'
import { createPresets } from './presets.ts'
import { registerGenerating } from './running/generate.job.ts'
import { createImagesInProgress } from './running/images-in-progress.ts'
import { createGenerationService } from './service.ts'
import { createGenerationEstimates } from './estimates/estimate.ts'
import { createPastStore } from './estimates/past-store.ts'
import { createGenerationStore } from './store.ts'
import { createImportedWorkflows } from './workflows/workflows.ts'

/** Minimum milliseconds between two announcements of one generation. */
const announceEvery = 250
const progressEvery = 500

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly jobs: Jobs
  readonly work: WorkRegistry
  readonly checks: Checks
  readonly blobs: BlobStore
  readonly spaces: Spaces
  readonly files: Files
  readonly operations: FileOperations
  readonly scorers: ImageScorers
  readonly log: Log
  readonly models: Pick<Models, 'lora' | 'lineage'>
  readonly paths: { readonly cache: string }
  readonly datasets: Pick<Datasets, 'truths'>
  readonly services: Pick<Services, 'ofKind' | 'list'>
  readonly comfyuiTimes?: Partial<ServerTimes> | undefined
  readonly prompts: DataEvaluations['prompts']
  readonly pixels: DataEvaluations['pixels']
}

export type Generations = ReturnType<typeof createGenerations>

export function createGenerations(needs: Needs) {
  const { database, clock, events, lifecycle, checks, datasets } = needs
  const store = createGenerationStore(database)
  const images = createImageStore(database)
  const workflows = createImportedWorkflows({ database, clock })
  const comfyui = createComfyuiEngine({ database, services: needs.services, workflows, times: needs.comfyuiTimes })
  const engines = createEngines({
    renderer: createRendererEngine({
      materials: createFloorMaterials({ ...needs, folder: join(needs.paths.cache, 'materials') }),
    }),
    comfyui,
    'images-api': createImagesApiEngine(needs.services),
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
  const enqueue = registerGenerating({ ...needs, store, images, engines, inProgress, changed })
  events.listen(modelDeleted, async (model) => {
    if (isLora(model) && (await store.isLoraInUse(model.name)))
      throw fail('generation.lora-in-use', { name: model.name })
  })
  needs.models.lineage.add(async (model) => {
    const rows = isLora(model) ? await store.withLora(model.name, maxLineageEntries) : []
    return rows.map(({ id, spaceId, name, createdAt }) => {
      return { ...lineageEntryOf('generation', { kind: 'generation', id, name, at: createdAt }), within: spaceId }
    })
  })
  datasets.truths.add(images.truthsOf)
  checks.add(generationCounterCheck(store, images))
  checks.add(fileLineageCheck(database))
  const service = createGenerationService({ ...needs, store, images, engines, workflows, inProgress, enqueue, changed })
  needs.prompts.add(async (fileId) => (await service.lineage(fileId))?.prompt ?? null)
  return {
    service,
    estimates: createGenerationEstimates({ past: createPastStore(database), engines }),
    presets: createPresets({ database, clock }),
    itemDrafts: createItemDrafting({ ...needs, engines }),
    workflows,
    checkWorkflow: comfyui.inspect,
  }
}
