import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Reading } from './in-place/reading.ts'
import type { InPlaceStore } from './in-place/store.ts'
import { mediaOf } from './media.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { PictureAnswer, PictureFinding } from './pictures/tasks.ts'
import type { FileRow, FileStore } from './store.ts'

const examination = jobKind<null>('examine-pictures')
/** Pictures whose findings are written in one transaction. */
const batchSize = 32

interface Needs {
  readonly database: Database
  readonly jobs: Jobs
  readonly pictures: Pictures
  readonly store: FileStore
  readonly inPlace: Pick<InPlaceStore, 'setDone'>
  readonly reading: Pick<Reading, 'read'>
  changed(spaceId: string): void
}

/** Looks at files after they came: the checksum of those in place; of pictures size, thumbnail and whether they decode. */
export function createExamination({ database, jobs, pictures, store, inPlace, reading, changed }: Needs) {
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
        const looks: Promise<Look>[] = []
        // One file is read at a time, while pictures that have been read are looked at.
        for (const file of batch) {
          const checksum = await checksumOf(file, signal)
          signal.throwIfAborted()
          looks.push(look(file, checksum))
        }
        const found = await Promise.all(looks)
        done += found.length
        await database.transaction(async () => {
          for (const { id, checksum, answer } of found) {
            if (checksum === undefined || answer === undefined || 'gone' in answer) await inPlace.setDone(id)
            else await store.setExamined(checksum, findings(answer))
          }
          await saveProgress({ done, unit: 'images' })
        })
        for (const spaceId of new Set(batch.map((file) => file.spaceId))) changed(spaceId)
        signal.throwIfAborted()
      }
    },
  })

  /** Undefined for a file in place that cannot be read now. */
  async function checksumOf(file: FileRow, signal: AbortSignal): Promise<string | undefined> {
    try {
      return (await reading.read(file, signal)).checksum
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  async function look({ id, name }: FileRow, checksum: string | undefined): Promise<Look> {
    if (checksum === undefined || mediaOf(name).readable !== true) return { id, checksum, answer: undefined }
    return { id, checksum, answer: await pictures.examine(checksum, 'later') }
  }

  return {
    /** Called in the transaction that added a picture, or a file that nobody has read. */
    enqueue: () => jobs.enqueue(examination, round, null),
  }
}

interface Look {
  readonly id: string
  readonly checksum: string | undefined
  readonly answer: PictureFinding | undefined
}

export function findings(answer: PictureAnswer<'examine'>) {
  if ('broken' in answer) return { width: null, height: null, broken: 1 } as const
  return { width: answer.width, height: answer.height, broken: 0 } as const
}
