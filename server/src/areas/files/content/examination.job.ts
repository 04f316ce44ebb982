import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import { oneAhead } from '#platform/one-ahead'
import type { FileRow } from '../store.ts'
import { createBatchReader, type BatchReaderNeeds } from './batch-reading.ts'
import type { ContentStore } from './content-store.ts'
import type { SaveFinding } from './findings.ts'
import { createPostponed } from './postponed.ts'

const examination = jobKind<null>('examine-pictures')
/** Begins a round for pictures that could not be read when it was their turn. */
const reexamination = jobKind<null>('examine-unread-pictures')
/** Files that are looked up at once. */
const batchSize = 512
/** Files whose findings are written in one transaction, while the next are read: work that people wait for begins beside both. */
const writtenAtOnce = 64
/** Milliseconds that pictures are collected for, where they come one by one: a round costs as much as many of them. */
const collectingTime = 500
/** Milliseconds between two looks at whether people still wait for other work. */
const pause = 100
/** Milliseconds without such work before pictures are examined again: behind a new folder a dataset is made, behind that labels come. */
const calmTime = 500
/** Milliseconds of such pauses before each batch, at the longest: pictures are examined also behind work without end. */
const longestYield = 30_000

interface Needs extends BatchReaderNeeds {
  readonly jobs: Jobs
  readonly contents: Pick<ContentStore, 'toExamine'>
  readonly saveFinding: SaveFinding
}

/** Looks at files after they came: the checksum of those in place; of pictures size, thumbnail and whether they decode. */
export function createExamination(needs: Needs) {
  const { database, jobs, contents, saveFinding, inPlace } = needs
  const readAll = createBatchReader(needs)

  /**
   * Names the job that pictures are left to. The job takes its last look in a transaction, and ends the round there:
   * pictures committed before are seen by it, pictures committed after belong to the next job.
   */
  let round = newId()
  const postponed = createPostponed(contents)

  /** Nobody waits for it: sizes and checksums are found by whoever needs them, thumbnails when they are looked at. */
  async function readLater(files: readonly FileRow[], signal: AbortSignal) {
    await giveWay(jobs, signal)
    return { ...(await readAll(files, signal)), count: files.length }
  }

  /** Inside a transaction. */
  async function save({ pictures, unread }: Awaited<ReturnType<typeof readLater>>): Promise<void> {
    for (const file of unread) postponed.add(file)
    for (const { file, checksum, finding } of pictures) {
      if (file.checksum === null && checksum !== null) await inPlace.setChecksum(file, checksum)
      if (postponed.has(file)) continue
      if ('missing' in finding || checksum === null) await inPlace.setDone(file)
      else await saveFinding(checksum, finding)
    }
  }

  jobs.register(examination, {
    work: { kind: 'examination', describe: async () => ({ name: '', owner: null, leadsTo: null }) },
    async run({ signal, saveProgress }) {
      let done = 0
      postponed.beginRound()
      for (let collects = false; ;) {
        if (collects) await wait(collectingTime, undefined, { signal })
        const batch = await database.transaction(async () => {
          const waiting = await postponed.next(batchSize)
          if (waiting.length === 0) round = newId()
          return waiting
        })
        if (batch.length === 0) return
        for await (const read of oneAhead(partsOf(batch), (part) => readLater(part, signal))) {
          done += read.count
          await database.transaction(async () => {
            await save(read)
            await saveProgress({ done, unit: 'files' })
          })
          signal.throwIfAborted()
        }
        collects = batch.length < batchSize
      }
    },
  })

  jobs.daily(reexamination, {
    run: async () => {
      const waiting = await contents.toExamine(1)
      return waiting.length === 0 ? undefined : async () => void (await enqueue())
    },
  })

  /** Called in the transaction that added a picture, or a file that nobody has read. */
  const enqueue = () => jobs.enqueue(examination, round, null)

  return { enqueue }
}

async function giveWay(jobs: Pick<Jobs, 'isWaitedFor'>, signal: AbortSignal): Promise<void> {
  let calm = jobs.isWaitedFor() ? 0 : calmTime
  for (let paused = 0; paused < longestYield && calm < calmTime; paused += pause) {
    await wait(pause, undefined, { signal })
    calm = jobs.isWaitedFor() ? 0 : calm + pause
  }
}

const partsOf = (files: readonly FileRow[]) =>
  Array.from({ length: Math.ceil(files.length / writtenAtOnce) }, (_, index) =>
    files.slice(index * writtenAtOnce, (index + 1) * writtenAtOnce),
  )
