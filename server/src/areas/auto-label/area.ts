import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Assist } from '#areas/assist-models'
import type { Datasets } from '#areas/datasets'
import type { PixelWork } from '#areas/data-evaluation'
import type { Files } from '#areas/files'
import type { Models } from '#areas/models'
import type { Services } from '#areas/settings'
import type { Tasks } from '#areas/tasks'
import { type Check, counterCheck } from '#platform/checks/checks'
import { createPace } from '#platform/events/pace'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createRunImageStore, type RunImageStore } from './runs/image-store.ts'
import { createAssistLabellers } from './labellers/assist-labeller.ts'
import { createChatLabellers } from './labellers/chat/chat-labeller.ts'
import { createModelLabellers } from './labellers/model-labeller.ts'
import { createLabellers } from './labellers/labeller.ts'
import { createLabelErrors } from './label-errors/label-errors.ts'
import { createLearning } from './learning/learning.ts'
import { createRoundStore } from './learning/round-store.ts'
import { autoLabelRoutes } from './routes.ts'
import { createRunStore, type RunRow, type RunStore } from './runs/run-store.ts'
import { registerRunning } from './runs/run.job.ts'
import { registerUndoing } from './runs/undo.job.ts'
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

export function createAutoLabel(needs: Needs) {
  const { database, clock, events, lifecycle, jobs, work, files, tasks, datasets, models, services, pixels, assist } =
    needs
  const runs = createRunStore(database)
  const images = createRunImageStore(database)
  const labellers = createLabellers([
    createModelLabellers({ models, pixels }),
    createChatLabellers({ services, pixels }),
    createAssistLabellers(assist),
  ])

  const pace = createPace<[datasetId: string]>(announceEvery, (runId, datasetId) =>
    events.publish({ type: 'auto-label-changed', datasetId, runId }),
  )
  lifecycle.onStop(pace.stop)
  const changed = ({ id, datasetId }: Pick<RunRow, 'id' | 'datasetId'>) =>
    database.afterCommit(() => pace.announce(id, datasetId))

  const enqueue = registerRunning({
    database,
    clock,
    jobs,
    datasets,
    files,
    runs,
    images,
    labellers,
    changed,
    ended: (...how) => learning.runEnded(...how),
  })
  const enqueueUndo = registerUndoing({ database, clock, events, jobs, datasets, runs, images, changed })
  needs.checks.add(runCounterCheck(runs, images))
  const service = createAutoLabelService({
    database,
    clock,
    work,
    datasets,
    files,
    runs,
    images,
    labellers,
    enqueue,
    enqueueUndo,
    changed,
  })
  const rounds = createRoundStore(database)
  const learning = createLearning({ database, clock, events, jobs, tasks, datasets, rounds, service })
  const labelErrors = createLabelErrors({ database, clock, events, lifecycle, jobs, tasks, datasets, files, labellers })
  return {
    service,
    learning,
    mount(http: Http): void {
      http.mount(endpointAreas.autoLabel, autoLabelRoutes({ service, learning, labelErrors }))
    },
  }
}

function runCounterCheck(runs: RunStore, images: RunImageStore): Check {
  return counterCheck({
    id: 'auto-label-counters',
    async compare() {
      const counts = new Map((await images.counts()).map(({ runId, ...counted }) => [runId, counted]))
      return (await runs.counters()).map(({ id, ...stored }) => ({
        id,
        stored,
        counted: counts.get(id) ?? { done: 0, suggested: 0, failed: 0 },
      }))
    },
    set: ({ id, counted }) => runs.update(id, counted),
  })
}
