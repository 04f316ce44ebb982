import type { Assist } from '#areas/assist'
import type { Datasets } from '#areas/datasets'
import type { PixelWork } from '#areas/data-evaluation'
import type { Files } from '#areas/files'
import type { Models } from '#areas/models'
import type { Services } from '#areas/settings'
import type { Tasks } from '#areas/tasks'
import { createPace } from '#platform/events/pace'
import type { Platform } from '#platform/platform'
import { runCounterCheck } from './counter-check.ts'
import { createRunImageStore } from './image-store.ts'
import { createAssistLabellers } from './labellers/assist-labeller.ts'
import { createChatLabellers } from './labellers/chat/chat-labeller.ts'
import { createModelLabellers } from './labellers/model-labeller.ts'
import { createLabellers } from './labellers/registry.ts'
import { createLearning } from './learning/learning.ts'
import { createRoundStore } from './learning/round-store.ts'
import { createRunStore, type RunRow } from './run-store.ts'
import { registerRunning } from './running/run.job.ts'
import { registerUndoing } from './running/undo.job.ts'
import { createAutoLabelService } from './service.ts'

/** Minimum milliseconds between two announcements of one run. */
const announceEvery = 250

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'work' | 'checks'> {
  readonly services: Pick<Services, 'ofKind'>
  readonly files: Files
  readonly tasks: Tasks
  readonly datasets: Datasets
  readonly models: Models
  readonly pixels: PixelWork
  readonly assist: Pick<Assist, 'detector' | 'wordSegmenter'>
}

export type AutoLabelArea = ReturnType<typeof createAutoLabelArea>

export function createAutoLabelArea(needs: Needs) {
  const { database, events, lifecycle } = needs
  const runs = createRunStore(database)
  const images = createRunImageStore(database)
  const labellers = createLabellers([
    createModelLabellers(needs),
    createChatLabellers(needs),
    createAssistLabellers(needs),
  ])

  const pace = createPace<[datasetId: string]>(announceEvery, (runId, datasetId) =>
    events.publish({ type: 'auto-label-changed', datasetId, runId }),
  )
  lifecycle.onStop(pace.stop)
  const changed = ({ id, datasetId }: Pick<RunRow, 'id' | 'datasetId'>) =>
    database.afterCommit(() => pace.announce(id, datasetId))

  const parts = { ...needs, runs, images, labellers, changed }
  const enqueue = registerRunning({ ...parts, ended: (...how) => learning.runEnded(...how) })
  const enqueueUndo = registerUndoing(parts)
  needs.checks.add(runCounterCheck(runs, images))
  const service = createAutoLabelService({ ...parts, enqueue, enqueueUndo })
  const learning = createLearning({ ...needs, rounds: createRoundStore(database), service })
  return { service, learning }
}
