import type { Clock } from '#platform/clock'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import { createIndexWriter, type WriterNeeds } from './index-writer.ts'

/** `startedBy` is a username, or null when files have changed. */
const indexing = jobKind<{ startedBy: string | null }, { done: number }>('index-images')
const batchSize = 32

interface IndexingNeeds extends WriterNeeds {
  readonly clock: Clock
  readonly jobs: Jobs
  inStep(): Promise<void>
}

export function registerIndexing(needs: IndexingNeeds) {
  const { database, clock, jobs, engines, store, differences, changed, inStep } = needs
  const writer = createIndexWriter(needs)

  jobs.register(indexing, {
    work: {
      kind: 'image-index',
      describe: async ({ startedBy }) =>
        startedBy === null ? undefined : { name: '', owner: startedBy, leadsTo: null },
    },
    async run({ resumePoint, signal, saveProgress }) {
      await writer.makeConsistent()
      let done = resumePoint?.done ?? 0
      for (;;) {
        if (await engines.isOutdated()) await writer.makeConsistent()
        const changedSpaces = await store.outOfStep()
        if (changedSpaces.length === 0) return inStep()
        const total = done + (await differences.countLacking())
        for (let after = ''; ;) {
          signal.throwIfAborted()
          if (await engines.isOutdated()) break
          const checksums = await differences.lacking(after, batchSize)
          if (checksums.length === 0) break
          after = checksums.at(-1)!
          done += checksums.length
          const saved = () =>
            saveProgress({ done, total: Math.max(total, done), unit: 'images', resumePoint: { done } })
          try {
            await writer.addBatch(checksums, signal, saved)
          } catch (error) {
            if (!(await engines.isOutdated())) throw error
          }
        }
        if (await engines.isOutdated()) continue
        await writer.removeSuperfluous(signal)
        const now = new Date(clock.now()).toISOString()
        await database.transaction(async () => {
          for (const { spaceId, version } of changedSpaces) await store.setVersion(spaceId, version, now)
        })
        changed()
      }
    },
  })

  return {
    hasFailed: async (): Promise<boolean> => (await jobs.report(indexing, 'all'))?.state === 'failed',
    enqueue: (startedBy: string | null) => jobs.enqueue(indexing, 'all', { startedBy }),
    async isBuilding(): Promise<boolean> {
      const state = (await jobs.report(indexing, 'all'))?.state
      return state === 'queued' || state === 'running'
    },
  }
}

export type Indexing = ReturnType<typeof registerIndexing>
