import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { hasCode } from '#platform/blobs/folder-file'
import { createMutex } from '#platform/mutex'
import { readStored } from '../port/read-stored.ts'
import { writeWhole } from '#platform/write-whole'

interface LogPlace {
  folder: string
  file: string
}

/** A point of the engine's log, before which there are `bytes`. */
interface LogAnchor {
  bytes: number
}

interface Copied<Anchor> {
  missing: Buffer[]
  /** A later anchor that is certain. */
  settled?: Anchor | undefined
}

interface LogReader<Anchor> {
  read(piece: Buffer): Copied<Anchor>
  finish?(): Copied<Anchor>
  /** The latest anchor, which is not worth being stored. */
  latest?(): Anchor
}

/** How an engine is asked for its log from an anchor on. */
export interface LogSource<Anchor extends LogAnchor> {
  start: Anchor
  /** Undefined where there is no log, or none any more. */
  open(anchor: Anchor, order: { follow: boolean; signal: AbortSignal | undefined }): Promise<Readable | undefined>
  /** Leaves out the first `copied` bytes after the anchor. */
  createReader(anchor: Anchor, copied: number): LogReader<Anchor>
}

/** Milliseconds that a read waits for an engine. */
const shortly = 3_000

const fewBytes = 16_384
/** Milliseconds. */
const gatheringMs = 100

export type LogCopy = ReturnType<typeof createLogCopy>

/** The copy's size is the number of copied bytes, so an interrupted copy resumes exactly. */
export function createLogCopy<Anchor extends LogAnchor>({ folder, file }: LogPlace, source: LogSource<Anchor>) {
  const lock = createMutex()
  const anchorFile = join(folder, 'anchor')
  let latest: Anchor | undefined
  let following: AbortController | undefined
  let catching: Promise<void> | undefined

  async function pass(follow: boolean, signal?: AbortSignal): Promise<void> {
    const begin = await readFile(join(folder, 'log-begin'), 'utf8').catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error
    })
    // A run that was cleaned meanwhile has no place for it any more.
    if (begin === undefined) return
    const anchor = latest ?? (await readStored<Anchor>(anchorFile)) ?? source.start
    const stream = await source.open(anchor, { follow, signal })
    if (stream === undefined) return
    const log = await open(file, 'a')
    try {
      const copied = Math.max(0, (await log.stat()).size - Number(begin) - anchor.bytes)
      const reader = source.createReader(anchor, copied)
      const append = async ({ missing, settled }: Copied<Anchor>) => {
        if (missing.length > 0) await log.appendFile(Buffer.concat(missing))
        if (settled) await writeWhole(anchorFile, JSON.stringify(settled))
      }
      latest = undefined
      for await (const piece of stream as AsyncIterable<Buffer>) {
        await append(reader.read(piece))
        latest = reader.latest?.()
        // Each line comes by itself, and writing it by itself costs more than all else.
        if (follow && piece.length < fewBytes) await delay(gatheringMs, undefined, { ref: false })
      }
      if (reader.finish) await append(reader.finish())
    } finally {
      stream.destroy()
      await log.close()
    }
  }

  async function alone(work: () => Promise<void>): Promise<void> {
    const release = await lock()
    try {
      await work()
    } finally {
      release()
    }
  }

  async function catchUp(): Promise<void> {
    following?.abort()
    await alone(() => pass(false))
  }

  return {
    /** Called once before the run is created: its log begins after the previous run's. */
    async begin(): Promise<void> {
      const size = await stat(file).then(
        (stats) => stats.size,
        () => 0,
      )
      await writeFile(join(folder, 'log-begin'), String(size), { flag: 'wx' }).catch((error: unknown) => {
        if (!hasCode(error, 'EEXIST')) throw error
      })
    },

    /** For live viewing; engines may end a follow early and incomplete. */
    async follow(signal: AbortSignal): Promise<void> {
      await alone(async () => {
        if (signal.aborted) return
        following = new AbortController()
        const either = AbortSignal.any([signal, following.signal])
        try {
          await pass(true, either)
        } catch (error) {
          if (!either.aborted) throw error
        } finally {
          following = undefined
        }
      })
    },

    isFollowed: () => following !== undefined,

    catchUp,

    /** Copies in the background if the engine is slow. Rejects when it is unreachable. */
    async catchUpSoon(): Promise<void> {
      catching ??= catchUp().finally(() => (catching = undefined))
      const moment = new AbortController()
      const late = delay(shortly, undefined, { signal: moment.signal, ref: false }).catch(() => {})
      await Promise.race([catching, late]).finally(() => moment.abort())
    },
  }
}
