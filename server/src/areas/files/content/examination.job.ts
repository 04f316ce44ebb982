import { setTimeout as wait } from 'node:timers/promises'
import { batchesOf } from '#platform/batches'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import { workAhead } from '#platform/work-ahead'
import type { FileRow } from '../store.ts'
import { createBatchReader, type BatchReaderNeeds } from './batch-reading.ts'
import type { ContentStore } from './content-store.ts'
import type { SaveFinding } from './findings.ts'

const examination = jobKind<null>('examine-pictures')
const reexamination = jobKind<null>('examine-unread-pictures')
const batchSize = 512
/** Files whose findings are saved in one transaction while the next are read; interactive work starts between them. */
const writtenAtOnce = 64
/** Milliseconds in which single pictures are collected, since a round costs as much as many pictures. */
const collectingTime = 500
/** Milliseconds between two checks for interactive work. */
const pause = 100
/** Milliseconds without interactive work before examining: a new folder is often followed by a dataset, and that by labels. */
const calmTime = 500
/** Most milliseconds of such pauses before each batch, so that examination also progresses under constant load. */
const maxYieldMs = 30_000

interface Needs extends BatchReaderNeeds {
  readonly jobs: Jobs
  readonly contents: Pick<ContentStore, 'toExamine'>
  readonly saveFinding: SaveFinding
}

/** Examines the checksum of files in place; size, thumbnail and decodability of pictures. */
export function createExamination(needs: Needs) {
  const { database, jobs, contents, saveFinding, inPlace } = needs
  const readAll = createBatchReader(needs)

  /**
   * The key of the current job. Its last look at the queue and the end of the round share a transaction: later pictures get the
   * next job.
   */
  let round = newId()
  const postponed = createPostponed(contents)

  /** Background work: callers read sizes and checksums on demand, and thumbnails are made when shown. */
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
        for await (const read of workAhead(batchesOf(batch, writtenAtOnce), (part) => readLater(part, signal))) {
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

  /** Called in the transaction that added an unexamined file. */
  const enqueue = () => jobs.enqueue(examination, round, null)

  return { enqueue }
}

async function giveWay(jobs: Pick<Jobs, 'isWaitedFor'>, signal: AbortSignal): Promise<void> {
  let calm = jobs.isWaitedFor() ? 0 : calmTime
  for (let paused = 0; paused < maxYieldMs && calm < calmTime; paused += pause) {
    await wait(pause, undefined, { signal })
    calm = jobs.isWaitedFor() ? 0 : calm + pause
  }
}

/** Files that could not be read: each round retries those of earlier rounds once, at its end. */
function createPostponed({ toExamine }: Pick<ContentStore, 'toExamine'>) {
  const states = new Map<string, string>()
  let last = 0
  let due = new Set<string>()

  // A checksum taken meanwhile does not change a file's state.
  const stateOf = ({ checksum, size, modifiedAt }: FileRow) => `${size} ${modifiedAt ?? checksum}`
  const has = (file: FileRow) => states.get(file.id) === stateOf(file)

  return {
    has,
    beginRound: () => void (due = new Set(states.keys())),
    add(file: FileRow): void {
      states.set(file.id, stateOf(file))
      last = Math.max(last, file.number)
    },
    /** The next unexamined files, then those replaced meanwhile, then the due ones. */
    async next(limit: number): Promise<FileRow[]> {
      const waiting = await toExamine(limit, last)
      if (waiting.length > 0 || states.size === 0) return waiting
      const unexamined = await toExamine(states.size + limit)
      const replaced = unexamined.filter((file) => !has(file)).slice(0, limit)
      if (replaced.length > 0) return replaced
      const again = unexamined.filter(({ id }) => due.has(id)).slice(0, limit)
      for (const { id } of again) {
        due.delete(id)
        states.delete(id)
      }
      return again
    },
  }
}
