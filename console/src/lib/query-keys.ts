import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'

export type Key = readonly [path: string, given: { params?: unknown; query?: unknown }]

interface StaleBy {
  roots: readonly string[]
  parameter: string
  list?: string
  several?: string
  exact?: boolean
}

/** Path prefixes. `parameter` spares queries about another thing, `list` those whose list holds none of the event's ids. */
const staleBy = {
  'account-changed': {
    roots: ['/accounts/me/sessions', '/accounts/me/tokens', '/accounts/me/identity'],
    parameter: 'accountId',
  },
  'settings-changed': { roots: ['/settings', '/services', '/assistant'], parameter: 'serviceId' },
  'space-changed': { roots: ['/spaces', '/deleted-spaces', '/trash'], parameter: 'spaceId' },
  'files-changed': { roots: ['/spaces', '/trash', '/fine-tuning-checks'], parameter: 'spaceId' },
  'generation-changed': { roots: ['/generations', '/spaces/:spaceId/generations'], parameter: 'generationId' },
  'generation-progressed': { roots: ['/generations/:generationId/in-progress'], parameter: 'generationId' },
  'item-draft-changed': { roots: ['/item-drafts'], parameter: 'draftId' },
  'data-evaluation-changed': {
    roots: ['/data-evaluations', '/spaces/:spaceId/evaluations', '/files/:fileId/scores'],
    parameter: 'evaluationId',
  },
  'standard-changed': { roots: ['/evaluation-standards', '/evaluation-cost'], parameter: 'standardId' },
  'dataset-changed': { roots: ['/datasets', '/assignments', '/deleted-datasets', '/notices'], parameter: 'datasetId' },
  'notices-changed': { roots: ['/notices'], parameter: 'username' },
  'item-changed': { roots: ['/items', '/datasets/:datasetId/items'], parameter: 'itemId' },
  'auto-label-changed': { roots: ['/auto-labels', '/datasets/:datasetId/auto-labels'], parameter: 'runId' },
  'learning-changed': { roots: ['/datasets/:datasetId/learning-rounds'], parameter: 'datasetId' },
  'label-errors-changed': { roots: ['/label-errors', '/datasets/:datasetId/label-errors'], parameter: 'rankingId' },
  'presence-changed': { roots: ['/items/:itemId/presence'], parameter: 'itemId' },
  'pool-changed': { roots: ['/pools'], parameter: 'poolId' },
  'python-environments-changed': { roots: ['/python-environments'], parameter: 'environmentId' },
  'image-changed': { roots: ['/training-images'], parameter: 'imageId' },
  'task-changed': {
    roots: [
      '/tasks',
      '/sweeps/:sweepId',
      '/datasets/:datasetId/trainings',
      '/fine-tunings',
      '/pools',
      '/inferences/:taskId/report',
      '/inferences/:taskId/evaluation',
      '/inferences/:taskId/curves',
      '/inferences/:taskId/confusion',
      '/inferences/:taskId/images',
      '/inferences/:taskId/suggestions',
      '/board-inferences',
      '/model-comparisons',
      '/models/:modelId/lineage',
    ],
    parameter: 'taskId',
  },
  'sweep-changed': { roots: ['/sweeps', '/sweep-comparisons'], parameter: 'sweepId' },
  'task-output': { roots: ['/tasks/:taskId/metrics', '/tasks/:taskId/files'], parameter: 'taskId' },
  'task-series': { roots: ['/tasks/:taskId/series', '/series'], parameter: 'taskId', list: 'tasks' },
  'model-changed': { roots: ['/models', '/datasets/:datasetId/models'], parameter: 'modelId' },
  'assist-model-changed': {
    roots: ['/assist-models', '/image-search', '/datasets/:datasetId/labellers'],
    parameter: 'modelId',
  },
  'search-index-changed': { roots: ['/image-search'], parameter: 'spaceId' },
  'likeness-changed': { roots: ['/likeness'], parameter: 'datasetId' },
  'artifact-changed': { roots: ['/artifacts'], parameter: 'artifactId' },
  'rollout-changed': {
    roots: [
      '/rollouts',
      '/devices/:deviceId/rollouts',
      '/devices/:deviceId/installations',
      '/installations',
      '/models/:modelId/deployments',
    ],
    parameter: 'rolloutId',
  },
  'device-changed': { roots: ['/devices'], parameter: 'deviceId' },
  'device-files-changed': { roots: ['/devices/:deviceId/files', '/devices/:deviceId/file'], parameter: 'deviceId' },
  'device-collections-changed': { roots: ['/devices/:deviceId/collections'], parameter: 'deviceId' },
  'device-command-changed': { roots: ['/device-commands'], parameter: 'commandId' },
  'device-readings': {
    roots: ['/devices', '/devices/:deviceId'],
    parameter: 'deviceId',
    several: 'deviceIds',
    exact: true,
  },
  'storage-changed': { roots: ['/storage', '/clean-ups'], parameter: 'storageId' },
  'health-changed': { roots: ['/health-checks'], parameter: 'checkId' },
  'alerts-changed': { roots: ['/alerts'], parameter: 'alertId' },
  'host-readings': { roots: ['/hosts', '/accelerators'], parameter: 'hostId', exact: true },
  'conversation-changed': { roots: ['/conversations', '/messages'], parameter: 'conversationId' },
  'reply-progressed': { roots: ['/messages'], parameter: 'messageId' },
} as const satisfies Record<Exclude<ServerEvent['type'], 'resync' | 'work-changed'>, StaleBy>

export function isStale(event: ServerEvent, [path, input]: Key): boolean {
  if (event.type === 'resync') return true
  if (event.type === 'work-changed') return false
  const { roots, parameter, list, several: eventList, exact = false }: StaleBy = staleBy[event.type]
  if (!roots.some((root) => path === root || (!exact && path.startsWith(`${root}/`)))) return false
  const eventValue = (event as Record<string, unknown>)[eventList ?? parameter]
  const keyValue = (input.params as Record<string, unknown> | undefined)?.[parameter]
  const several = list === undefined ? undefined : (input.query as Record<string, unknown> | undefined)?.[list]
  if (typeof several === 'string') return several.split(',').some((one) => one === eventValue)
  if (keyValue === undefined) return true
  return Array.isArray(eventValue) ? eventValue.includes(keyValue) : keyValue === eventValue
}
