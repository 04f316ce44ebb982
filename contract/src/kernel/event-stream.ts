import { z } from 'zod'
import { work } from './work.ts'

/**
 * News from the server, as server-sent events on `GET /events`. The `id` line is `<boot>-<number>`; a client that
 * reconnects sends it as `Last-Event-ID` and gets every event after it, or one `resync` when the server no longer
 * holds them: then everything on screen is asked for again.
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
  /** Somebody has other notices. */
  z.object({ type: z.literal('notices-changed'), username: z.string() }),
  z.object({ type: z.literal('item-changed'), datasetId: z.string(), itemId: z.string() }),
  z.object({ type: z.literal('auto-label-changed'), datasetId: z.string(), runId: z.string() }),
  z.object({ type: z.literal('learning-changed'), datasetId: z.string(), roundId: z.string() }),
  z.object({ type: z.literal('presence-changed'), itemId: z.string() }),
  z.object({ type: z.literal('device-changed'), deviceId: z.string() }),
  z.object({ type: z.literal('device-files-changed'), deviceId: z.string() }),
  z.object({ type: z.literal('device-collections-changed'), deviceId: z.string() }),
  z.object({ type: z.literal('device-command-changed'), commandId: z.string() }),
  /** Devices have new readings; at most once a second, with all that have. */
  z.object({ type: z.literal('device-readings'), deviceIds: z.array(z.string()) }),
  /** The server's own machine was read again, and who holds which accelerator may be another. */
  z.object({ type: z.literal('host-readings') }),
  /** The data folder was measured again, or a clean-up is another one or further. */
  z.object({ type: z.literal('storage-changed') }),
  /** Checks found something else than before, or a run of them got further. */
  z.object({ type: z.literal('health-changed') }),
  /** An alert began or ended, was acknowledged or silenced; or a rule or a message about one changed. */
  z.object({ type: z.literal('alerts-changed') }),
  /** A model that helps with labeling and searching got further, came or went. */
  z.object({ type: z.literal('assist-model-changed'), modelId: z.string() }),
  /** The index of images got further, or has other data spaces. */
  z.object({ type: z.literal('search-index-changed') }),
  z.object({ type: z.literal('likeness-changed'), datasetId: z.string() }),
  z.object({ type: z.literal('artifact-changed'), artifactId: z.string() }),
  /** A rollout or its devices changed; of one rollout at most twice a second. */
  z.object({ type: z.literal('rollout-changed'), rolloutId: z.string() }),
  z.object({ type: z.literal('pool-changed'), poolId: z.string() }),
  z.object({ type: z.literal('image-changed'), imageId: z.string() }),
  z.object({ type: z.literal('task-changed'), taskId: z.string() }),
  z.object({ type: z.literal('task-output'), taskId: z.string(), logSize: z.number(), metricRows: z.number() }),
  z.object({ type: z.literal('task-series'), taskId: z.string(), points: z.number() }),
  z.object({ type: z.literal('model-changed'), modelId: z.string() }),
  /** A conversation with the assistant, or the reply that is being written in it. Only ids: what was said is its person's own. */
  z.object({ type: z.literal('conversation-changed'), conversationId: z.string() }),
  z.object({ type: z.literal('reply-progressed'), messageId: z.string() }),
  /** Progress, at most twice a second; null removes the work from display. */
  z.object({ type: z.literal('work-changed'), workId: z.string(), work: work.nullable() }),
])
export type ServerEvent = z.output<typeof serverEvent>
export type ServerEventType = ServerEvent['type']
