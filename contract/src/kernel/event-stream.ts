import { z } from 'zod'
import { work } from './work.ts'

/**
 * Server-sent events of `GET /events`. The `id` line is `<boot>-<number>`; a reconnecting client sends it as `Last-Event-ID` and
 * gets all later events, or one `resync` when they are no longer held, after which it reloads everything.
 */
export const serverEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('account-changed'), accountId: z.string() }),
  z.object({ type: z.literal('settings-changed') }),
  z.object({ type: z.literal('space-changed'), spaceId: z.string() }),
  z.object({ type: z.literal('files-changed'), spaceId: z.string() }),
  z.object({ type: z.literal('generation-changed'), spaceId: z.string(), generationId: z.string() }),
  z.object({ type: z.literal('generation-progressed'), generationId: z.string() }),
  z.object({ type: z.literal('item-draft-changed'), draftId: z.string() }),
  z.object({ type: z.literal('data-evaluation-changed'), spaceId: z.string(), evaluationId: z.string() }),
  z.object({ type: z.literal('standard-changed'), standardId: z.string() }),
  z.object({ type: z.literal('dataset-changed'), datasetId: z.string() }),
  z.object({ type: z.literal('notices-changed'), username: z.string() }),
  z.object({ type: z.literal('item-changed'), datasetId: z.string(), itemId: z.string() }),
  z.object({ type: z.literal('auto-label-changed'), datasetId: z.string(), runId: z.string() }),
  z.object({ type: z.literal('learning-changed'), datasetId: z.string(), roundId: z.string() }),
  z.object({ type: z.literal('label-errors-changed'), datasetId: z.string(), rankingId: z.string() }),
  z.object({ type: z.literal('presence-changed'), itemId: z.string() }),
  z.object({ type: z.literal('device-changed'), deviceId: z.string() }),
  z.object({ type: z.literal('device-files-changed'), deviceId: z.string() }),
  z.object({ type: z.literal('device-collections-changed'), deviceId: z.string() }),
  z.object({ type: z.literal('device-command-changed'), commandId: z.string() }),
  /** New readings, at most once a second for all devices. */
  z.object({ type: z.literal('device-readings'), deviceIds: z.array(z.string()) }),
  z.object({ type: z.literal('host-readings') }),
  z.object({ type: z.literal('storage-changed') }),
  z.object({ type: z.literal('health-changed') }),
  z.object({ type: z.literal('alerts-changed') }),
  z.object({ type: z.literal('assist-model-changed'), modelId: z.string() }),
  z.object({ type: z.literal('search-index-changed') }),
  z.object({ type: z.literal('likeness-changed'), datasetId: z.string() }),
  z.object({ type: z.literal('artifact-changed'), artifactId: z.string() }),
  /** At most twice a second per rollout. */
  z.object({ type: z.literal('rollout-changed'), rolloutId: z.string() }),
  z.object({ type: z.literal('pool-changed'), poolId: z.string() }),
  z.object({ type: z.literal('image-changed'), imageId: z.string() }),
  z.object({ type: z.literal('python-environments-changed') }),
  z.object({ type: z.literal('task-changed'), taskId: z.string() }),
  z.object({ type: z.literal('sweep-changed'), sweepId: z.string() }),
  z.object({ type: z.literal('task-output'), taskId: z.string(), logSize: z.number(), metricRows: z.number() }),
  z.object({ type: z.literal('task-series'), taskId: z.string(), points: z.number() }),
  z.object({ type: z.literal('model-changed'), modelId: z.string() }),
  z.object({ type: z.literal('conversation-changed'), conversationId: z.string() }),
  z.object({ type: z.literal('reply-progressed'), messageId: z.string() }),
  /** Progress, at most twice a second; null removes the work from display. */
  z.object({ type: z.literal('work-changed'), workId: z.string(), work: work.nullable() }),
])
export type ServerEvent = z.output<typeof serverEvent>
export type ServerEventType = ServerEvent['type']
