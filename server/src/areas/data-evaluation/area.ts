import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Files } from '#areas/files'
import type { Models } from '#areas/models'
import type { Services } from '#areas/settings'
import type { Spaces } from '#areas/spaces'
import { createPace } from '#platform/events/pace'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createReplyStore } from './replies/reply-store.ts'
import { keepReplyLimit } from './replies/reply-limit.ts'
import { createReportStore } from './report/report-store.ts'
import { evaluationCounterCheck } from './results/counter-check.ts'
import { createResultStore } from './results/result-store.ts'
import { dataEvaluationRoutes } from './routes.ts'
import { createContentScoring } from './running/content-scoring.ts'
import { registerEvaluating } from './running/evaluate.job.ts'
import { createPromptSources } from './running/prompt-sources.ts'
import { registerRemoval } from './running/removal.job.ts'
import { createChatScorers } from './scorers/chat/chat-scorers.ts'
import { createImageScorers } from './scorers/image-scorers.ts'
import { createImageStatistics } from './scorers/image-statistics.ts'
import { createModelScorers } from './scorers/models/model-scorers.ts'
import { createPixelWork } from './scorers/pixels/pixels.ts'
import { createScorers } from './scorers/registry.ts'
import { createEvaluationService } from './service.ts'
import { createStandards } from './standards/standards.ts'
import { createEvaluationStore } from './store.ts'

/** In milliseconds. */
const announceEvery = 250

interface DataEvaluationNeeds extends Pick<
  Platform,
  'config' | 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'work' | 'checks' | 'blobs' | 'log'
> {
  services: Pick<Services, 'ofKind'>
  spaces: Spaces
  files: Files
  models: Models
}

export type DataEvaluations = ReturnType<typeof createDataEvaluations>

export function createDataEvaluations(needs: DataEvaluationNeeds) {
  const { config, database, clock, events, lifecycle, jobs, work, checks, blobs, log } = needs
  const { services, spaces, files, models } = needs
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
  const { save: saveReplies, released } = keepReplyLimit({
    database,
    lifecycle,
    log,
    replies,
    limit: config.scoreReplies,
  })
  const scoring = createContentScoring({ clock, replies })
  const prompts = createPromptSources()

  const pace = createPace<[spaceId: string]>(announceEvery, (evaluationId, spaceId) =>
    events.publish({ type: 'data-evaluation-changed', spaceId, evaluationId }),
  )
  lifecycle.onStop(pace.stop)
  const changed = ({ id, spaceId }: { id: string; spaceId: string }) =>
    database.afterCommit(() => pace.announce(id, spaceId))

  const parts = { database, clock, files, store, results, scorers, changed }
  const enqueue = registerEvaluating({ ...parts, jobs, blobs, prompts, scoring, saveReplies, released })
  const remove = registerRemoval({ clock, events, jobs, store, results })
  checks.add(evaluationCounterCheck(store, results))
  const reports = createReportStore(database)
  const service = createEvaluationService({ ...parts, work, spaces, replies, reports, standards, enqueue, remove })
  return {
    imageScorers: createImageScorers({ scorers, scoring, saveReplies }),
    pixels,
    prompts,
    mount: (http: Pick<Http, 'mount'>) =>
      http.mount(endpointAreas.dataEvaluations, dataEvaluationRoutes(service, standards)),
  }
}
