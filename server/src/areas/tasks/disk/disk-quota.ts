import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bytesOf, filesBelow } from './disk-usage.ts'
import { reason } from '../running/reasons.ts'
import type { Reason } from '../running/reasons.ts'
import { journals } from '../series/find-sources.ts'

/** Disk space reserved for the server, capped at this share of the disk. */
const reserveBytes = 1024 ** 3
const reservePart = 0.05
/** The pause between two scans of all files is at least this many times the duration of the last one. */
const rest = 20
/** Nothing writes more bytes in a millisecond: before the room that is left is used up, nothing needs to be scanned. */
const maxBytesPerMs = 4 * 1024 ** 2
const maxPauseMs = 10_000
const shortly = 500
const sent = join('series', journals.mlflow)

interface RoomNeeds {
  outputFolder: string
  logFolder: string
  copies?: readonly { folder: string; bytes: number }[]
  /** Limit in bytes; undefined checks only the server's reserve. */
  outputBytes: number | undefined
}

/** Returns the reason to end the task when it exceeds its quota, or keeps writing while the disk is nearly full. */
export function createDiskQuotaWatch({
  outputFolder,
  logFolder,
  copies = [],
  outputBytes,
}: RoomNeeds): () => Promise<Reason | null> {
  let written = 0
  let nextScan = 0
  let matchingReason: Reason | null = null
  let scanning: Promise<void> | undefined

  /** Waits only briefly for a scan: many files must not delay the caller. */
  return async () => {
    if (performance.now() < nextScan) return matchingReason
    scanning ??= scanAgain()
    const moment = new AbortController()
    const late = delay(shortly, undefined, { signal: moment.signal }).catch(() => undefined)
    await Promise.race([scanning, late])
    moment.abort()
    return matchingReason
  }

  async function scanAgain(): Promise<void> {
    // The folder may be deleted during the scan.
    matchingReason = await scan().catch(() => null)
    scanning = undefined
  }

  async function scan(): Promise<Reason | null> {
    const began = performance.now()
    const previous = written
    written = (await bytesBelow(outputFolder)) + (await bytesOfLogs(logFolder))
    for (const { folder, bytes } of copies) written += Math.max(0, (await bytesBelow(folder)) - bytes)
    const free = await freeBytesOn(outputFolder)
    const remaining = Math.max(0, Math.min(free, (outputBytes ?? Infinity) - written))
    const pause = Math.max(rest * (performance.now() - began), Math.min(remaining / maxBytesPerMs, maxPauseMs))
    nextScan = performance.now() + pause
    if (outputBytes !== undefined && written > outputBytes)
      return reason('output-limit', { limit: formatSize(outputBytes) })
    return written > previous && free < 0 ? reason('disk-reserve', { written: formatSize(written) }) : null
  }
}

/** Free bytes beyond the server's reserve. */
export async function freeBytesOn(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize - Math.min(reserveBytes, blocks * bsize * reservePart)
}

export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for await (const stats of filesBelow(folder)) bytes += bytesOf(stats)
  return bytes
}

async function bytesOfLogs(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^log(?:-|$)/.test(name))
  const stats = await Promise.all([...names, sent].map((name) => lstat(join(folder, name)).catch(() => null)))
  return stats.reduce((sum, stats) => sum + (stats === null ? 0 : bytesOf(stats)), 0)
}

export function formatSize(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2
  return mebibytes < 1024 ? `${Math.round(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`
}
