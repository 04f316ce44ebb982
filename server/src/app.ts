import { fileURLToPath } from 'node:url'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { createAccounts } from '#areas/accounts'
import { createAuditLog } from '#areas/audit'
import { createAnnotation } from '#areas/annotation'
import { createAutoLabel } from '#areas/auto-label'
import { assistRoutes, createAssistArea } from '#areas/assist'
import type { AssistOptions } from '#areas/assist'
import { createAssistantArea } from '#areas/assistant'
import { createDatasets } from '#areas/datasets'
import { createFileArea, mountFiles } from '#areas/files'
import { createDeviceArea, createDeviceTerminals, mountDevices } from '#areas/devices'
import type { DeviceAreaNeeds } from '#areas/devices'
import { createDataEvaluations, dataEvaluationRoutes } from '#areas/data-evaluation'
import {
  captionRoutes,
  captionRunRoutes,
  createCaptionRuns,
  createCaptions,
  createFineTunings,
  fineTuningRoutes,
} from '#areas/fine-tuning'
import {
  createGenerations,
  generationEstimateRoutes,
  generationRoutes,
  itemDraftRoutes,
  workflowRoutes,
} from '#areas/generation'
import { createMlflow } from '#areas/mlflow'
import { createModels, mountModels } from '#areas/models'
import { createMonitoring, mountMonitoring } from '#areas/monitoring'
import type { MonitoringOptions } from '#areas/monitoring'
import { createRolloutArea, mountRollouts } from '#areas/rollouts'
import { createImageSearch, imageSearchRoutes } from '#areas/search'
import { createServices, createSettings, serviceRoutes, settingsRoutes, version } from '#areas/settings'
import {
  createDeletedSpaces,
  createIndexableFolders,
  createSpaces,
  deletedSpaceRoutes,
  spaceRoutes,
} from '#areas/spaces'
import { accessTo } from '#areas/executors'
import { createTasks } from '#areas/tasks'
import type { TaskOptions } from '#areas/tasks'
import { createWork } from '#areas/work'
import { createAudit } from '#platform/audit/audit'
import { keepCollecting } from '#platform/blobs/collection'
import { createAnswers } from '#platform/http/answers'
import { createHttp } from '#platform/http/http'
import { serveDocs } from '#platform/http/docs/serve-docs'
import { apiDocument } from '#platform/http/openapi/document'
import { checkComplete } from '#platform/http/completeness'
import type { Platform } from '#platform/platform'
import { terminalRoutes, terminalSocket } from '#platform/terminals/routes'
import { createTerminals } from '#platform/terminals/terminals'

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

export type App = Awaited<ReturnType<typeof createApp>>

export interface AppOptions extends AssistOptions {
  readonly tasks?: TaskOptions
  readonly readingTimes?: DeviceAreaNeeds['readingTimes']
  readonly monitoring?: MonitoringOptions
  /** Milliseconds between two checks of the image index, for tests. */
  readonly indexLookEvery?: number
  readonly likenessLookEvery?: number
  readonly captionTextsAtOnce?: number
  readonly bodyTimes?: Parameters<typeof createHttp>[0]['bodyTimes']
  /** Milliseconds of ComfyUI calls, for tests. */
  readonly comfyuiTimes?: Parameters<typeof createGenerations>[0]['comfyuiTimes']
}

/** Builds every area in order from named needs. Starts nothing. */
// oxlint-disable-next-line max-lines-per-function -- a line or two for each area, in order
export async function createApp(platform: Platform, options: AppOptions = {}) {
  const { config, database, clock, log, lifecycle, transmitter } = platform
  const { agentSocket, tunnels: tunnelSettings, basePath, taskOutputBytes: outputBytes } = config
  const settings = await createSettings({ ...platform, fixed: config.settings })
  const services = createServices({ ...platform, configured: config.services })
  const accounts = createAccounts({ ...platform, times: settings.sessionTimes })
  const indexableFolders = createIndexableFolders(config)
  const spaces = createSpaces({ ...platform, indexableFolders })
  const deletedSpaces = createDeletedSpaces({ ...platform, spaces })
  const audit = createAudit({ database, clock })
  const fileArea = createFileArea({ ...platform, spaces, audit })
  const { files, uploads } = fileArea
  const devices = createDeviceArea({ ...platform, spaces, files, agentSocket, tunnelSettings, ...options })
  const tasks = createTasks({ ...platform, devices: accessTo(devices), outputBytes, ...options.tasks })
  // After their devices, so that they are closed before these end.
  const terminals = createTerminals(platform)
  const deviceTerminals = createDeviceTerminals({ ...platform, devices, terminals })
  const datasets = createDatasets({ ...platform, accounts, spaces, files, tasks, indexableFolders })
  const models = createModels({ ...platform, spaces, files, tasks, datasets, devices })
  const mlflow = createMlflow({ ...platform, audit, tasks, models })
  const rollouts = createRolloutArea({ ...platform, audit, files, devices, models })
  const evaluations = createDataEvaluations({ ...platform, services, spaces, files, models })
  const generations = createGenerations({
    ...platform,
    spaces,
    files,
    operations: fileArea.operations,
    services,
    datasets,
    comfyuiTimes: options.comfyuiTimes,
    models,
    scorers: evaluations.imageScorers,
    prompts: evaluations.prompts,
    pixels: evaluations.pixels,
  })
  const assist = createAssistArea({ ...platform, ...options, settings, spaces, files })
  const annotation = createAnnotation({ ...platform, files, datasets, assist: assist.assist })
  const labeling = { services, files, tasks, datasets, models, pixels: evaluations.pixels, assist: assist.assist }
  const autoLabel = createAutoLabel({ ...platform, ...labeling })
  const imageSearch = createImageSearch({ ...platform, files, datasets, assist: assist.assist, ...options })
  const monitoring = createMonitoring({ ...platform, ...options, ...fileArea, accounts, devices, tasks, services })
  const fineTunings = createFineTunings({ ...platform, spaces, files, tasks, datasets, models })
  const captions = createCaptions({ ...platform, ...options, spaces, files, datasets })
  const captionRuns = createCaptionRuns({ ...platform, ...labeling, spaces, captions })
  const assistant = createAssistantArea({ ...platform, services, accounts, taskSecrets: tasks.secretValues })

  const responses = createAnswers({ database, clock })
  const http = await createHttp({
    log,
    answers: responses,
    audit,
    authenticator: assistant.authenticator,
    basePath,
    trustedProxies: config.trustedProxies,
    console: consoleFolder,
    bodyTimes: options.bodyTimes,
  })
  serveDocs(http.server, accounts, { areas: endpointAreas, version, basePath })
  const description = apiDocument({ areas: endpointAreas, version, basePath })
  const dataFolder = config.data
  const about = { settings, database, transmitter, lifecycle, clock, watch: accounts.watch, dataFolder, description }
  http.mount(endpointAreas.settings, settingsRoutes(about))
  http.mount(endpointAreas.services, serviceRoutes(services))
  createWork(platform).mount(http)
  accounts.mount(http, audit)
  createAuditLog(platform).mount(http)
  http.mount(endpointAreas.spaces, spaceRoutes(spaces, files.coversOf))
  http.mount(endpointAreas.deletedSpaces, deletedSpaceRoutes(deletedSpaces))
  mountFiles(http, fileArea)
  mountDevices(http, devices, { terminals: deviceTerminals, basePath })
  tasks.mount(http, { terminals, files })
  http.mount(endpointAreas.terminals, terminalRoutes(terminals))
  http.mountSocket(terminalSocket(terminals))
  datasets.mount(http)
  mountModels(http, { models, files, blobs: platform.blobs, comfyuiFolder: config.comfyuiLoras })
  mlflow.mount(http)
  mountRollouts(http, rollouts)
  http.mount(endpointAreas.dataEvaluations, dataEvaluationRoutes(evaluations))
  http.mount(endpointAreas.generations, generationRoutes(generations))
  http.mount(endpointAreas.generationEstimates, generationEstimateRoutes(generations))
  http.mount(endpointAreas.itemDrafts, itemDraftRoutes(generations.itemDrafts))
  http.mount(endpointAreas.workflows, workflowRoutes(generations))
  http.mount(endpointAreas.assistModels, assistRoutes(assist))
  annotation.mount(http)
  autoLabel.mount(http)
  http.mount(endpointAreas.imageSearch, imageSearchRoutes(imageSearch))
  mountMonitoring(http, monitoring)
  http.mount(endpointAreas.fineTunings, fineTuningRoutes(fineTunings))
  http.mount(endpointAreas.captions, captionRoutes(captions))
  http.mount(endpointAreas.captionRuns, captionRunRoutes(captionRuns))
  assistant.mount(http)
  checkComplete(endpointAreas, http.mounted())

  lifecycle.onStart(() => responses.forgetOld())
  lifecycle.onStart(() => audit.forgetOld())
  keepCollecting(platform)
  return {
    settings,
    services,
    accounts,
    spaces,
    files,
    uploads,
    devices,
    tasks,
    datasets,
    models,
    mlflow,
    assist,
    monitoring,
    http,
  }
}
