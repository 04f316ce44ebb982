import type { Datasets } from '#areas/datasets'
import { readJson, writeJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { RunImageStore } from './image-store.ts'
import type { RunRow, RunStore } from './run-store.ts'
import type { Platform } from '#platform/platform'

interface Payload {
  readonly runId: string
}

const undoAutoLabel = jobKind<Payload, { done: number }>('auto-label-undo')

const atOnce = 25

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  readonly datasets: Datasets
  readonly runs: RunStore
  readonly images: RunImageStore
  changed(row: Pick<RunRow, 'id' | 'datasetId'>): void
}

/** Suggestions that somebody has accepted or rejected stay. Rows record the progress. */
export function registerUndoing(needs: Needs): (runId: string) => Promise<string> {
  const { database, clock, events, jobs, datasets, runs, images, changed } = needs

  async function end(runId: string, set: Partial<RunRow>): Promise<void> {
    const row = await runs.byId(runId)
    if (row === undefined) return
    await runs.update(runId, { ...set, undoing: 0 })
    changed(row)
  }

  jobs.register(undoAutoLabel, {
    async run({ payload: { runId }, resumePoint, signal, saveProgress }) {
      const run = await runs.byId(runId)
      if (run === undefined) return undefined
      let { done } = resumePoint ?? { done: 0 }
      for (let after = 0; ;) {
        signal.throwIfAborted()
        const rows = await images.suggested(runId, after, atOnce)
        if (rows.length === 0) break
        after = rows.at(-1)!.number
        done += rows.length
        await database.transaction(async () => {
          for (const { number, itemId, put, previous } of rows) {
            const shapes = put === null ? [] : readJson(put)
            const withdrawn = await datasets.itemSuggestions.withdraw(itemId, shapes, readJson(previous!))
            if (withdrawn !== undefined)
              await images.set(runId, number, { state: 'undone', withdrawn: writeJson([...withdrawn]) })
          }
          await saveProgress({ done, total: Math.max(done, run.suggested), unit: 'images', resumePoint: { done } })
          events.publish({ type: 'dataset-changed', datasetId: run.datasetId })
        })
      }
      return () => end(runId, { undoneAt: clock.time() })
    },
    failed: ({ runId }) => end(runId, {}),
    work: {
      kind: 'auto-label-undo',
      async describe({ runId }) {
        const row = await runs.byId(runId)
        return row && datasets.workOf(row.datasetId, row.startedBy)
      },
    },
  })

  return (runId) => jobs.enqueue(undoAutoLabel, runId, { runId })
}
