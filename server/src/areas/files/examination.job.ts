import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { Pictures } from './pictures/pictures.ts'
import type { PictureAnswer } from './pictures/worker.ts'
import type { FileStore } from './store.ts'

const examination = jobKind<null>('examine-pictures')
/** Pictures whose findings are written in one transaction. */
const batchSize = 32

interface Needs {
  readonly database: Database
  readonly jobs: Jobs
  readonly pictures: Pictures
  readonly store: FileStore
  changed(spaceId: string): void
}

/** Looks at pictures after they came: their size, whether they decode, their thumbnail. */
export function createExamination({ database, jobs, pictures, store, changed }: Needs) {
  /**
   * Names the job that pictures are left to. The job takes its last look in a transaction, and ends the round there:
   * pictures committed before are seen by it, pictures committed after belong to the next job.
   */
  let round = newId()

  jobs.register(examination, {
    work: { kind: 'examination', describe: async () => ({ name: '', owner: null, leadsTo: null }) },
    async run({ signal, saveProgress }) {
      let done = 0
      for (;;) {
        const batch = await database.transaction(async () => {
          const waiting = await store.toExamine(batchSize)
          if (waiting.length === 0) round = newId()
          return waiting
        })
        if (batch.length === 0) return
        const found = await Promise.all(
          batch.map(async (file) => ({ ...file, answer: await pictures.examine(file.checksum, 'later') })),
        )
        done += found.length
        await database.transaction(async () => {
          for (const { checksum, answer } of found) await store.setExamined(checksum, findings(answer))
          await saveProgress({ done, unit: 'images' })
        })
        for (const spaceId of new Set(batch.map((file) => file.spaceId))) changed(spaceId)
        signal.throwIfAborted()
      }
    },
  })

  return {
    /** Called in the transaction that added a picture. */
    enqueue: () => jobs.enqueue(examination, round, null),
  }
}

export function findings(answer: PictureAnswer) {
  if ('broken' in answer) return { width: null, height: null, broken: 1 } as const
  return { width: answer.width, height: answer.height, broken: 0 } as const
}
