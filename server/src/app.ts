import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signInMeta } from '@vermilion/contract/accounts/identities'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { createAccounts } from '#areas/accounts'
import { createAuditLog } from '#areas/audit'
import { createAnnotation } from '#areas/annotation'
import { createAutoLabel } from '#areas/auto-label'
import { type AssistOptions, createAssistModels } from '#areas/assist-models'
import { createAssistant } from '#areas/assistant'
import { createDatasets } from '#areas/datasets'
import { createFiles } from '#areas/files'
import { createDevices } from '#areas/devices'
import { createDataEvaluations } from '#areas/data-evaluation'
import { createFineTunings } from '#areas/fine-tuning'
import { createGenerations } from '#areas/generation'
import { createMlflow } from '#areas/mlflow'
import { createModels } from '#areas/models'
import { createMonitoring, type MonitoringOptions } from '#areas/monitoring'
import { createRollouts } from '#areas/rollouts'
import { createSearch } from '#areas/search'
import { createSettings, version } from '#areas/settings'
import { createSpaces } from '#areas/spaces'
import { accessTo, createFetchedData } from '#areas/executors'
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
  readonly readingTimes?: Parameters<typeof createDevices>[0]['readingTimes']
  readonly monitoring?: MonitoringOptions
  /** Milliseconds between two checks of the image index and of compared datasets, for tests. */
  readonly indexCheckMs?: number
  readonly likenessCheckMs?: number
  readonly captionTextsAtOnce?: number
  readonly bodyTimes?: Parameters<typeof createHttp>[0]['bodyTimes']
  /** Milliseconds of ComfyUI calls, for tests. */
  readonly comfyuiTimes?: Parameters<typeof createGenerations>[0]['comfyuiTimes']
}

/** Builds every area in order from named needs. Starts nothing. */
// oxlint-disable-next-line max-lines-per-function -- a line or two for each area, in order
export async function createApp(platform: Platform, options: AppOptions = {}) {
  const { config, database, clock, log, lifecycle } = platform
  const { basePath, taskOutputBytes: outputBytes } = config
  const settings = await createSettings(platform)
  const { services } = settings
  const accounts = createAccounts({ ...platform, times: settings.sessionTimes })
  const spaces = createSpaces({ ...platform, services })
  const { indexableFolders } = spaces
  const audit = createAudit({ database, clock })
  const files = createFiles({ ...platform, spaces, audit })
  const devices = createDevices({ ...platform, spaces, files, readingTimes: options.readingTimes })
  const tasksFolder = join(platform.paths.folder, 'tasks')
  const fetchedData = createFetchedData({
    tasksFolder,
    basePath,
    blobs: platform.blobs,
    outputBytes: options.tasks?.outputBytes ?? outputBytes,
  })
  lifecycle.onStop(() => fetchedData.close())
  const tasks = createTasks({
    ...platform,
    devices: accessTo(devices),
    fetchedData,
    python: config.python,
    outputBytes,
    ...options.tasks,
  })
  // After their devices, so that they are closed before these end.
  const terminals = createTerminals(platform)
  const datasets = createDatasets({ ...platform, services, accounts, spaces, files, tasks, indexableFolders })
  const models = createModels({ ...platform, spaces, files, tasks, datasets, devices })
  const mlflow = createMlflow({ ...platform, accounts, audit, files, spaces, tasks, models })
  const rollouts = createRollouts({ ...platform, audit, files, devices, models })
  const evaluations = createDataEvaluations({ ...platform, services, spaces, files, models })
  const generations = createGenerations({
    ...platform,
    spaces,
    files,
    operations: files.operations,
    services,
    datasets,
    models,
    evaluations,
    comfyuiTimes: options.comfyuiTimes,
  })
  const assistModels = createAssistModels({ ...platform, ...options, settings, spaces, files })
  const { assist } = assistModels
  const annotation = createAnnotation({ ...platform, files, datasets, assist })
  const labeling = { services, files, tasks, datasets, models, pixels: evaluations.pixels, assist }
  const autoLabel = createAutoLabel({ ...platform, ...labeling })
  const { indexCheckMs, likenessCheckMs } = options
  const search = createSearch({ ...platform, files, datasets, assist, indexCheckMs, likenessCheckMs })
  const monitored = { accounts, devices, tasks, services, trash: files.trash, monitoring: options.monitoring }
  const monitoring = createMonitoring({ ...platform, ...monitored })
  const fineTunings = createFineTunings({ ...platform, ...options, ...labeling, spaces })
  const assistant = createAssistant({ ...platform, services, accounts, taskSecrets: tasks.secretValues })

  const offer = accounts.identities.offer()
  const responses = createAnswers({ database, clock })
  const http = await createHttp({
    log,
    answers: responses,
    audit,
    authenticator: assistant.authenticator,
    runTokens: fetchedData,
    basePath,
    trustedProxies: config.trustedProxies,
    console: consoleFolder,
    blobs: platform.blobs,
    pageFacts: offer === undefined ? {} : { [signInMeta]: JSON.stringify(offer) },
    bodyTimes: options.bodyTimes,
    isLeading: platform.lead?.isConfirmed,
  })
  serveDocs(http.server, accounts, { areas: endpointAreas, version, basePath })
  const description = apiDocument({ areas: endpointAreas, version, basePath })
  settings.mount(http, { watch: accounts.watch, description })
  createWork(platform).mount(http)
  accounts.mount(http, audit)
  createAuditLog(platform).mount(http)
  spaces.mount(http, files.coversOf)
  files.mount(http)
  devices.mount(http, terminals)
  tasks.mount(http, { terminals, files })
  fetchedData.mount(http)
  http.mount(endpointAreas.terminals, terminalRoutes(terminals))
  http.mountSocket(terminalSocket(terminals))
  datasets.mount(http)
  models.mount(http)
  mlflow.mount(http)
  rollouts.mount(http)
  evaluations.mount(http)
  generations.mount(http)
  assistModels.mount(http)
  annotation.mount(http)
  autoLabel.mount(http)
  search.mount(http)
  monitoring.mount(http)
  fineTunings.mount(http)
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
    devices,
    tasks,
    datasets,
    models,
    mlflow,
    assist,
    monitoring,
    fetchedData,
    http,
  }
}
