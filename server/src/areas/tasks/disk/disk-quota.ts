import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bytesOf, filesBelow } from './disk-usage.ts'
import { reason } from '../running/reasons.ts'
import type { Reason } from '../running/reasons.ts'
import { journals } from '../series/find-sources.ts'
import { sizeInWords } from './size-in-words.ts'

/** Room that tasks leave to the server on its disk, at most this part of it. */
const reserveBytes = 1024 ** 3
const reservePart = 0.05
/** A look at all files is repeated after this many times as long as it took. */
const rest = 20
/** Milliseconds that a look is waited for. */
const shortly = 500
const sent = join('series', journals.mlflow)

interface RoomNeeds {
  /** What a task writes: its output folder, and the folder that its logs lie in. */
  outputFolder: string
  logFolder: string
  /** Copies of data that it may write into, with the bytes that they had before. */
  copies?: readonly { folder: string; bytes: number }[]
  /** Bytes that a task may have on the disk; without a figure only the server's own room is kept. */
  outputBytes: number | undefined
}

/**
 * Watches over what a task writes. Answers why it must end, when it has written more than it may, or goes on writing
 * while the disk is nearly full.
 */
export function createDiskQuotaWatch({
  outputFolder,
  logFolder,
  copies = [],
  outputBytes,
}: RoomNeeds): () => Promise<Reason | null> {
  let written = 0
  let nextLook = 0
  /** What the last look that came to its end found. */
  let matchingReason: Reason | null = null
  let looking: Promise<void> | undefined

  /** Waits for a look only a moment: one at very many files must not hold up whoever asks. */
  return async () => {
    if (performance.now() < nextLook) return matchingReason
    looking ??= lookAgain()
    const moment = new AbortController()
    const late = delay(shortly, undefined, { signal: moment.signal }).catch(() => undefined)
    await Promise.race([looking, late])
    moment.abort()
    return matchingReason
  }

  async function lookAgain(): Promise<void> {
    // A folder that is going away has nothing to say.
    matchingReason = await look().catch(() => null)
    looking = undefined
  }

  async function look(): Promise<Reason | null> {
    const began = performance.now()
    const previous = written
    written = (await bytesBelow(outputFolder)) + (await bytesOfLogs(logFolder))
    for (const { folder, bytes } of copies) written += Math.max(0, (await bytesBelow(folder)) - bytes)
    nextLook = performance.now() + rest * (performance.now() - began)
    if (outputBytes !== undefined && written > outputBytes)
      return reason('output-limit', { limit: sizeInWords(outputBytes) })
    const isFull = written > previous && (await freeBytesOn(outputFolder)) < 0
    return isFull ? reason('disk-reserve', { written: sizeInWords(written) }) : null
  }
}

/** Room on the disk beyond what the server keeps for itself. */
export async function freeBytesOn(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize - Math.min(reserveBytes, blocks * bsize * reservePart)
}

export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for await (const stats of filesBelow(folder)) bytes += bytesOf(stats)
  return bytes
}

/** Its logs, and what it sent to the tracking endpoint. */
async function bytesOfLogs(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^log(?:-|$)/.test(name))
  const stats = await Promise.all([...names, sent].map((name) => lstat(join(folder, name)).catch(() => null)))
  return stats.reduce((sum, stats) => sum + (stats === null ? 0 : bytesOf(stats)), 0)
}
