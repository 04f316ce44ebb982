import { assistCatalogue, type AssistEntry } from '@vermilion/contract/assist-models/catalogue'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Files } from '#areas/files'
import type { Settings } from '#areas/settings'
import type { Spaces } from '#areas/spaces'
import { readJson, writeJson } from '#platform/database/columns'
import { createPace } from '#platform/events/pace'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createDepthMaps } from './depth/depth-maps.ts'
import { registerFetching } from './fetching/fetch.job.ts'
import { createModelFolders } from './fetching/model-folder.ts'
import { createNetworkProcess, type NetworkProcessOptions } from './process/network-process.ts'
import { assistRoutes } from './routes.ts'
import { createAssistService } from './service.ts'
import { type Assist, AssistFailed } from './serving/assist.ts'
import { createServedModels } from './serving/served-models.ts'
import { createAssistStore, type ModelFacts } from './store.ts'

/** Minimum milliseconds between two announcements of one model. */
const announceEvery = 500

export interface AssistOptions {
  readonly assistCatalogue?: readonly AssistEntry[]
  /** Milliseconds before the first retry of a failed fetch, for tests. */
  readonly fetchPatience?: number
  readonly networkProcess?: NetworkProcessOptions
}

interface AssistModelsNeeds
  extends
    Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'work' | 'paths' | 'log'>,
    AssistOptions {
  readonly settings: Pick<Settings, 'value'>
  readonly spaces: Pick<Spaces, 'get'>
  readonly files: Files
}

/** Nothing is fetched unless a user asks for it. */
export function createAssistModels(needs: AssistModelsNeeds) {
  const { database, clock, events, lifecycle, jobs, work, paths, log, settings, spaces, files } = needs
  const { assistCatalogue: catalogue = assistCatalogue, fetchPatience: patience = 1_000 } = needs
  const store = createAssistStore(database)
  const folders = createModelFolders(paths.assistModels)
  const networks = createNetworkProcess(needs.networkProcess)
  lifecycle.onStop(networks.close)
  const pace = createPace(announceEvery, (modelId) => events.publish({ type: 'assist-model-changed', modelId }))
  lifecycle.onStop(pace.stop)
  const served = createServedModels({ catalogue, store, folders, networks })
  const changed = (modelId: string) =>
    database.afterCommit(() => {
      pace.announce(modelId)
      served.refresh().catch((error: unknown) => log.error({ err: error }, 'it is not known which assist model serves'))
    })

  async function tryOut(entry: AssistEntry, folder: string, signal: AbortSignal): Promise<ModelFacts> {
    const model = { id: `${entry.id} on trial`, folder, network: entry.network }
    try {
      return await networks.ask('tryOut', model, {}, { signal })
    } catch (error) {
      if (error instanceof AssistFailed) throw fail('assist-model.unusable', { reason: error.text })
      throw error
    }
  }

  const parts = { database, clock, store, folders, tryOut, changed }
  const entryOf = (id: string) => catalogue.find((entry) => entry.id === id)
  const enqueue = registerFetching({ ...parts, jobs, entryOf, hub: () => settings.value('modelHub'), patience })

  /** The data folder may have been moved here without the models. */
  async function checkFiles(): Promise<void> {
    for (const { id } of catalogue) await folders.dropBrought(id)
    for (const row of await store.all()) {
      const entry = entryOf(row.id)
      if (row.status !== 'ready' || entry === undefined || row.files === null) continue
      if (await folders.isComplete(entry, readJson(row.files))) continue
      await store.step(row.id, 'failed', { error: writeJson(filesMissing), done: 0, readyAt: null })
    }
    await served.refresh()
  }
  lifecycle.onStart(checkFiles)

  const assist: Assist = served
  const depthMaps = createDepthMaps({ jobs, spaces, files, assist })
  const service = createAssistService({ ...parts, work, spaces, files, catalogue, enqueue })
  return {
    assist,
    mount: (http: Pick<Http, 'mount'>) => http.mount(endpointAreas.assistModels, assistRoutes(service, depthMaps)),
  }
}

const filesMissing = {
  en: 'Its files are no longer there: fetch it again',
  zh: '模型文件已不存在，请重新下载',
}
