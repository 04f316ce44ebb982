import type { ImageCheck } from '@vermilion/contract/image-check'
import type { StartProgress } from '#areas/resources'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { Pools } from '../pools/pools.ts'
import { definitionOf } from './definition.ts'
import type { ImageStore } from './store.ts'
import { tryImage } from './try-image.ts'
import type { CheckStep } from './try-image.ts'

const checking = jobKind<{ imageId: string; pool: string }>('image-check')

/** Milliseconds between two notes of how far an image is fetched. */
const pace = 500

interface Needs {
  jobs: Jobs
  clock: Clock
  pools: Pools
  store: ImageStore
  tasksFolder: string
  /** Told after each change. */
  changed(imageId: string): Promise<void>
}

/** Tries images, one after the other; a check that was cut off begins again. */
export function registerChecks({ jobs, clock, pools, store, tasksFolder, changed }: Needs) {
  async function note(imageId: string, change: Partial<ImageCheck>): Promise<void> {
    const row = await store.find(imageId)
    if (row === undefined || row.check === null) return
    await store.change(imageId, { check: writeJson({ ...readJson(row.check), ...change }) })
    await changed(imageId)
  }

  jobs.register(checking, {
    concurrency: 2,
    async run({ payload: { imageId, pool }, signal }) {
      const row = await store.find(imageId)
      if (row === undefined) return
      const steps: CheckStep[] = []
      let told = 0
      let telling: Promise<void> = Promise.resolve()
      const onProgress = (progress: StartProgress) => {
        if (clock.now() - told < pace) return
        told = clock.now()
        telling = telling.then(() => note(imageId, { progress })).catch(() => undefined)
      }
      await tryImage({
        executor: await pools.executorOf(pool),
        image: definitionOf(row),
        tasksFolder,
        name: `check-${imageId}`,
        signal,
        onProgress,
        async onStep(step) {
          steps.push(step)
          await telling
          await note(imageId, { steps, progress: null })
        },
      })
      await note(imageId, { status: outcome(steps), endedAt: clock.time() })
    },
    async failed({ imageId }, error) {
      await note(imageId, {
        status: 'failed',
        progress: null,
        steps: [{ step: 'engine', state: 'failed', detail: error }],
        endedAt: clock.time(),
      })
    },
  })

  return async (imageId: string, { id, name }: { id: string; name: string }): Promise<void> => {
    const check: ImageCheck = {
      status: 'running',
      poolName: name,
      progress: null,
      steps: [],
      startedAt: clock.time(),
      endedAt: null,
    }
    await store.change(imageId, { check: writeJson(check) })
    await jobs.enqueue(checking, imageId, { imageId, pool: id })
    await changed(imageId)
  }
}

function outcome(steps: readonly CheckStep[]): ImageCheck['status'] {
  const states = steps.map(({ state }) => state)
  if (states.includes('failed')) return 'failed'
  return states.includes('warned') ? 'warned' : 'passed'
}
