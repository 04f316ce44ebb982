import type { Files } from '#areas/files'
import type { Models } from '#areas/models'
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
import type { Config } from '../../config.ts'
import { evaluationCounterCheck } from './counter-check.ts'
import { createImageScorers } from './image-scorers.ts'
import { createPromptSources } from './prompt-sources.ts'
import { keepReplyLimit } from './replies/reply-limit.ts'
import { createReplyStore } from './replies/reply-store.ts'
import { createReportStore } from './report-store.ts'
import { createResultStore } from './result-store.ts'
import { createContentScoring } from './running/content-scoring.ts'
import { registerEvaluating } from './running/evaluate.job.ts'
import { registerRemoval } from './running/removal.job.ts'
import { createChatScorers } from './scorers/chat/chat-scorers.ts'
import { createImageStatistics } from './scorers/image-statistics.ts'
import { createModelScorers } from './scorers/models/model-scorers.ts'
import { createPixelWork } from './scorers/pixels/pixels.ts'
import { createScorers } from './scorers/registry.ts'
import { createEvaluationService } from './service.ts'
import { createStandards } from './standards/standards.ts'
import { createEvaluationStore } from './store.ts'

/** In milliseconds. */
const announceEvery = 250

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly jobs: Jobs
  readonly work: WorkRegistry
  readonly checks: Checks
  readonly blobs: BlobStore
  readonly services: Pick<Services, 'ofKind'>
  readonly spaces: Spaces
  readonly files: Files
  readonly models: Models
  readonly config: Pick<Config, 'scoreReplies'>
  readonly log: Log
}

export type DataEvaluations = ReturnType<typeof createDataEvaluations>

export function createDataEvaluations(needs: Needs) {
  const { database, clock, events, lifecycle, checks, services, models } = needs
  const store = createEvaluationStore(database)
  const results = createResultStore(database)
  const replies = createReplyStore(database)
  const standards = createStandards({ database, clock, events })
  const pixels = createPixelWork()
  lifecycle.onStop(pixels.close)
  const scorers = createScorers([
    createImageStatistics(pixels),
    createChatScorers({ services, pixels }),
    createModelScorers({ models, pixels }),
  ])
  const limit = keepReplyLimit({ ...needs, replies, limit: needs.config.scoreReplies })
  const saveReplies = limit.save
  const scoring = createContentScoring({ clock, replies })
  const prompts = createPromptSources()

  const pace = createPace<[spaceId: string]>(announceEvery, (evaluationId, spaceId) =>
    events.publish({ type: 'data-evaluation-changed', spaceId, evaluationId }),
  )
  lifecycle.onStop(pace.stop)
  const changed = ({ id, spaceId }: { id: string; spaceId: string }) =>
    database.afterCommit(() => pace.announce(id, spaceId))

  const parts = {
    ...needs,
    store,
    results,
    replies,
    saveReplies,
    scorers,
    standards,
    prompts,
    scoring,
    changed,
    released: limit.released,
  }
  const enqueue = registerEvaluating(parts)
  const remove = registerRemoval(parts)
  checks.add(evaluationCounterCheck(store, results))
  const reports = createReportStore(database)
  return {
    service: createEvaluationService({ ...parts, reports, enqueue, remove }),
    standards,
    imageScorers: createImageScorers({ scorers, scoring, saveReplies }),
    pixels,
    prompts,
  }
}
