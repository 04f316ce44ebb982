import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import type { StartProgress } from '#areas/executors'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Pools } from '../pools/pools.ts'
import { definitionOf } from './definition.ts'
import type { ImageRow, ImageStore, StoredCheck } from './store.ts'
import { forgetTrial, tryImage } from './try-image.ts'
import type { CheckStep } from './try-image.ts'

interface Order {
  checkId: string
  imageId: string
  pool: string
}

const checking = jobKind<Order>('image-check')

/** Minimum milliseconds between two progress updates of an image's pull. */
const pace = 500

interface Needs extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  pools: Pools
  store: ImageStore
  tasksFolder: string
  changed(imageId: string): Promise<void>
}

// oxlint-disable-next-line max-lines-per-function -- one job, whose steps share its needs
export function registerChecks({ database, jobs, clock, pools, store, tasksFolder, changed }: Needs) {
  const underway = new Map<string, { imageId: string; overtaken: AbortController }>()

  function note({ checkId, imageId }: Order, change: Partial<ImageCheck>): Promise<void> {
    return database.transaction(async () => {
      const check = runningCheck(await store.find(imageId), checkId)
      if (check === null) return
      await store.change(imageId, { check: writeJson({ ...check, ...change }) })
      await changed(imageId)
    })
  }

  jobs.register(checking, {
    concurrency: 2,
    async run({ payload, signal }) {
      const { checkId, imageId, pool } = payload
      const executor = await pools.executorOf(pool)
      const trial = { executor, tasksFolder, name: `check-${checkId}` }
      const overtaken = new AbortController()
      underway.set(checkId, { imageId, overtaken })
      const row = await store.find(imageId)
      const steps: CheckStep[] = []
      let reportedCount = 0
      let telling: Promise<void> = Promise.resolve()
      const onProgress = (progress: StartProgress) => {
        if (clock.now() - reportedCount < pace) return
        reportedCount = clock.now()
        telling = telling.then(() => note(payload, { progress })).catch(() => undefined)
      }
      try {
        if (row !== undefined && runningCheck(row, checkId) !== null) {
          await tryImage({
            ...trial,
            image: definitionOf(row),
            signal: AbortSignal.any([signal, overtaken.signal]),
            onProgress,
            async onStep(step) {
              steps.push(step)
              await telling
              await note(payload, { steps, progress: null })
            },
          })
          await note(payload, { status: outcome(steps), endedAt: clock.time() })
        }
      } catch (error) {
        if (!overtaken.signal.aborted) throw error
      } finally {
        underway.delete(checkId)
        await telling
        // After a shutdown, the next server continues the run.
        if (!signal.aborted) await forgetTrial(trial)
      }
    },
    async failed(order, error) {
      await note(order, {
        status: 'failed',
        progress: null,
        steps: [{ step: 'engine', state: 'failed', detail: error }],
        endedAt: clock.time(),
      })
    },
  })

  return {
    start: (imageId: string, { id, name }: { id: string; name: string }): Promise<void> =>
      database.transaction(async () => {
        const checkId = newId()
        const check: StoredCheck = {
          id: checkId,
          status: 'running',
          poolName: name,
          progress: null,
          steps: [],
          startedAt: clock.time(),
          endedAt: null,
        }
        await store.change(imageId, { check: writeJson(check) })
        await jobs.enqueue(checking, checkId, { checkId, imageId, pool: id })
        await changed(imageId)
      }),

    keepOnly(imageId: string, row: ImageRow | undefined): void {
      for (const [checkId, check] of underway) {
        if (check.imageId === imageId && storedCheck(row)?.id !== checkId) check.overtaken.abort()
      }
    },
  }
}

const storedCheck = (row: ImageRow | undefined): StoredCheck | null => (row?.check ? readJson(row.check) : null)

function runningCheck(row: ImageRow | undefined, checkId: string): StoredCheck | null {
  const check = storedCheck(row)
  return check?.id === checkId && check.status === 'running' ? check : null
}

function outcome(steps: readonly CheckStep[]): ImageCheck['status'] {
  const states = steps.map(({ state }) => state)
  if (states.includes('failed')) return 'failed'
  return states.includes('warned') ? 'warned' : 'passed'
}
