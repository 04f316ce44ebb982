import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { reason } from './reasons.ts'
import type { Reason } from './reasons.ts'

/** Room that tasks leave to the server on its disk, at most this part of it. */
const reserveBytes = 1024 ** 3
const reservePart = 0.05
/** A look at all files is repeated after this many times as long as it took. */
const rest = 20
/** Milliseconds that a look is waited for. */
const shortly = 500
/** Blocks as stat(2) counts them. */
const blockBytes = 512

interface RoomNeeds {
  /** What a task writes: its output folder, and the folder that its logs lie in. */
  outputFolder: string
  logFolder: string
  /** Bytes that a task may have on the disk; without a figure only the server's own room is kept. */
  outputBytes: number | undefined
}

/**
 * Watches over what a task writes. Answers why it must end, when it has written more than it may, or goes on writing
 * while the disk is nearly full.
 */
export function createRoomWatch({ outputFolder, logFolder, outputBytes }: RoomNeeds): () => Promise<Reason | null> {
  let written = 0
  let nextLook = 0
  let looking: Promise<Reason | null> | undefined

  /** Waits for a look only a moment: one at very many files must not hold up whoever asks. */
  return async () => {
    if (performance.now() < nextLook) return null
    looking ??= look().finally(() => (looking = undefined))
    const moment = new AbortController()
    const late = delay(shortly, null, { signal: moment.signal }).catch(() => null)
    const found = await Promise.race([looking, late])
    moment.abort()
    return found
  }

  async function look(): Promise<Reason | null> {
    const began = performance.now()
    const before = written
    written = (await bytesBelow(outputFolder)) + (await bytesOfLogs(logFolder))
    nextLook = performance.now() + rest * (performance.now() - began)
    if (outputBytes !== undefined && written > outputBytes)
      return reason('output-limit', { limit: inWords(outputBytes) })
    const isFull = written > before && (await leftOn(outputFolder)) < 0
    return isFull ? reason('disk-reserve', { written: inWords(written) }) : null
  }
}

/** Room on the disk beyond what the server keeps for itself. */
async function leftOn(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize - Math.min(reserveBytes, blocks * bsize * reservePart)
}

/** Bytes on the disk, so that a file with holes counts for what it takes. Links are counted and not followed. */
async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else bytes += await bytesOf(path)
    }
    // A task may make folders without end: others have their turn meanwhile.
    await turn()
  }
  return bytes
}

async function bytesOfLogs(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^log(?:-|$)/.test(name))
  const sizes = await Promise.all(names.map((name) => bytesOf(join(folder, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const bytesOf = async (path: string) => ((await lstat(path).catch(() => null))?.blocks ?? 0) * blockBytes

function inWords(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2
  return mebibytes < 1024 ? `${Math.round(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`
}
