import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { InPlaceStore } from '../in-place/store.ts'
import { mediaOf } from './media.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { FileRow } from '../store.ts'
import type { ContentStore } from './content-store.ts'
import type { SaveFinding } from './findings.ts'

const examination = jobKind<null>('examine-pictures')
/** Pictures whose findings are written in one transaction. */
const batchSize = 32
/** Bytes that are read before what they came to is written: a restart reads them again. */
const unsavedBytes = 64 * 1024 ** 2

/** Milliseconds that pictures are collected for, where they come one by one: a round costs as much as many of them. */
const collectingTime = 500

interface Needs {
  readonly database: Database
  readonly jobs: Jobs
  readonly pictures: Pictures
  readonly contents: Pick<ContentStore, 'toExamine'>
  readonly saveFinding: SaveFinding
  readonly inPlace: Pick<InPlaceStore, 'setDone' | 'setChecksum'>
  readonly reading: Pick<InPlaceReader, 'checksumOf'>
  changed(spaceId: string): void
}

/** Looks at files after they came: the checksum of those in place; of pictures size, thumbnail and whether they decode. */
export function createExamination(needs: Needs) {
  const { database, jobs, pictures, contents, saveFinding, inPlace, reading, changed } = needs

  /**
   * Names the job that pictures are left to. The job takes its last look in a transaction, and ends the round there:
   * pictures committed before are seen by it, pictures committed after belong to the next job.
   */
  let round = newId()

  jobs.register(examination, {
    work: { kind: 'examination', describe: async () => ({ name: '', owner: null, leadsTo: null }) },
    async run({ signal, saveProgress }) {
      let done = 0
      for (let collects = false; ;) {
        if (collects) await wait(collectingTime, undefined, { signal })
        const batch = await database.transaction(async () => {
          const waiting = await contents.toExamine(batchSize)
          if (waiting.length === 0) round = newId()
          return waiting
        })
        if (batch.length === 0) return
        const read = await readAll(batch, signal)
        const examinations = await Promise.all(read.filter(isPicture).map(examinePicture))
        done += batch.length
        await database.transaction(async () => {
          for (const { file, checksum, answer: finding } of examinations) {
            if ('missing' in finding) await inPlace.setDone(file)
            else await saveFinding(checksum, finding)
          }
          await saveProgress({ done, unit: 'files' })
        })
        collects = batch.length < batchSize
        signal.throwIfAborted()
      }
    },
  })

  async function readAll(batch: readonly FileRow[], signal: AbortSignal): Promise<Read[]> {
    const read: Read[] = []
    let savedCount = 0
    let bytes = 0
    for (const file of batch) {
      if (file.checksum === null) bytes += file.size
      read.push({ file, checksum: file.checksum ?? (await checksumOf(file, signal)) })
      if (bytes < unsavedBytes && read.length < batch.length) continue
      const some = read.slice(savedCount)
      await database.transaction(() => saveRead(some))
      savedCount = read.length
      bytes = 0
    }
    return read
  }

  /** Undefined for a file in place that cannot be read now. */
  async function checksumOf(file: FileRow, signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted()
    try {
      return await reading.checksumOf(file, signal)
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  /** What is no picture, or cannot be read before a scan has found it again, needs no further look. */
  async function saveRead(read: readonly Read[]): Promise<void> {
    for (const spaceId of new Set(read.map(({ file }) => file.spaceId))) changed(spaceId)
    for (const { file, checksum } of read) {
      if (file.checksum === null && checksum !== undefined) await inPlace.setChecksum(file, checksum)
      if (!isPicture({ file, checksum })) await inPlace.setDone(file)
    }
  }

  async function examinePicture({ file, checksum }: ReadPicture) {
    return { file, checksum, answer: await pictures.examine(checksum, 'later') }
  }

  return {
    /** Called in the transaction that added a picture, or a file that nobody has read. */
    enqueue: () => jobs.enqueue(examination, round, null),
  }
}

interface Read {
  readonly file: FileRow
  readonly checksum: string | undefined
}

interface ReadPicture extends Read {
  readonly checksum: string
}

function isPicture(read: Read): read is ReadPicture {
  return read.checksum !== undefined && mediaOf(read.file.name).readable === true
}
