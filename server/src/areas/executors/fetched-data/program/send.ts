import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hashFile, type RunFile } from './files.ts'
import { createCalls, isPassing, print, Refused, retried, waitFor, type Settings } from './requests.ts'

interface State {
  readonly stats: Pick<Stats, 'size' | 'mtimeMs' | 'ino' | 'mode'>
  isSent: boolean
}

/** What the server has of a file. */
interface Arrived {
  readonly size: number
  /** Undefined for one that grew here; then its last bytes are known. */
  readonly checksum?: string
  readonly tail?: Buffer
}

/** Bytes of one request, and milliseconds. */
const chunkBytes = 8 * 1024 * 1024
const tailBytes = 65_536
const pause = 500
const askEvery = 5_000
const filesAtOnce = 4
/** A look at all files takes at most this share of the time. */
const lookingShare = 0.1

/** Programs add to these; all others are replaced as a whole. */
const isGrowing = (path: string) =>
  /\.(?:csv|jsonl|ndjson|log|tsv|txt)$|(?:^|\/)(?:log[^/]*|[^/]*tfevents[^/]*)$/.test(path)

/** Sends results as they are written, until the command has ended and the server has confirmed all of them. */
export async function sendAll(settings: Settings, instance: string): Promise<void> {
  const { output = '' } = settings
  const calls = createCalls(settings)
  const root = realpathSync(output)
  const prefix = instance === settings.main ? '' : `${instance}/`
  const states = new Map<string, State>()
  const arrived = new Map<string, Arrived>()
  const refused = new Map<string, string>()
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort())

  const list = () => calls.read<{ files: RunFile[] }>('/output')
  const addressOf = (path: string, more: object) =>
    `/output/content?${new URLSearchParams({ path: `${prefix}${path}`, ...more }).toString()}`

  async function append(path: string, file: string, from: number, size: number): Promise<void> {
    for (let offset = from; offset < size || size === 0;) {
      const bytes = readPart(file, offset, Math.min(chunkBytes, size - offset))
      try {
        offset = (await calls.send(addressOf(path, { offset }), bytes)).size
      } catch (error) {
        // A part arrived of which no answer came.
        const there = wrongOffset(error)
        if (there === undefined || there > size) throw error
        offset = there
      }
      arrived.set(path, {
        size: offset,
        tail: readPart(file, Math.max(0, offset - tailBytes), Math.min(offset, tailBytes)),
      })
      if (size === 0) return
    }
  }

  async function replace(path: string, file: string, { size, mode }: State['stats'], checksum: string): Promise<void> {
    const about = { size, checksum, executable: (mode & 0o111) !== 0 }
    for (let offset = 0, isFirst = true; offset < size || isFirst; isFirst = false) {
      // Of a large file some may be there: nothing is sent to learn how much.
      const length = isFirst && size > chunkBytes ? 0 : Math.min(chunkBytes, size - offset)
      const bytes = readPart(file, offset, length)
      try {
        offset = (await calls.send(addressOf(path, { ...about, offset }), bytes)).size
      } catch (error) {
        const there = wrongOffset(error)
        if (there === undefined || there > size) throw error
        offset = there
      }
    }
    arrived.set(path, { size, checksum })
  }

  async function send(path: string, file: string, stats: State['stats']): Promise<void> {
    const { size } = stats
    const before = arrived.get(path)
    const isLonger = isGrowing(path) && (before === undefined || before.size <= size)
    if (isLonger && (before?.tail === undefined ? before === undefined : endsWith(file, before.size, before.tail)))
      return append(path, file, before?.size ?? 0, size)
    if (isLonger && before?.checksum === hashFile(file, before?.size ?? 0).digest('hex'))
      return append(path, file, before?.size ?? 0, size)
    const checksum = hashFile(file, size).digest('hex')
    if (before?.checksum !== checksum) await replace(path, file, stats, checksum)
  }

  /** Returns how long the search for changes took. */
  async function look(isLast: boolean): Promise<number> {
    const began = performance.now()
    const files = filesBelow(root)
    const changed: (() => Promise<void>)[] = []
    for (const [path, file] of files) {
      const { size, mtimeMs, ino, mode } = statSync(file, { throwIfNoEntry: false }) ?? {
        size: -1,
        mtimeMs: 0,
        ino: 0,
        mode: 0,
      }
      if (size === -1) continue
      const before = states.get(path)?.stats
      const isSame = before?.size === size && before.mtimeMs === mtimeMs && before.ino === ino
      const state = (isSame && states.get(path)) || { stats: { size, mtimeMs, ino, mode }, isSent: false }
      states.set(path, state)
      // Others are sent when nobody has written to them for a moment.
      if (state.isSent || !(isSame || isGrowing(path) || isLast)) continue
      changed.push(async () => {
        await settled(path, () => send(path, file, state.stats))
        state.isSent = true
      })
    }
    const searched = performance.now() - began
    await eachOf(changed)
    for (const path of states.keys()) {
      if (files.has(path)) continue
      await calls.remove(addressOf(path, {}))
      states.delete(path)
      arrived.delete(path)
    }
    return searched
  }

  /** A file that cannot be taken keeps no other from being sent; one that changed meanwhile is sent the next time. */
  async function settled(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      refused.delete(path)
    } catch (error) {
      const isChanged =
        (error as { code?: string }).code === 'CHANGED' || (error as { code?: string }).code === 'ENOENT'
      if (isChanged || (error instanceof Refused && error.reason === 'run-data.checksum-differs')) {
        states.delete(path)
        arrived.delete(path)
        return
      }
      if (!(error instanceof Refused) || isPassing(error) || error.status === 401) throw error
      if (refused.get(path) !== error.message) print('refused', { path, reason: error.message })
      refused.set(path, error.message)
    }
  }

  /** Compares all files with what the server has, and sends what differs. */
  async function isComplete(): Promise<boolean> {
    const there = new Map((await list()).files.map((file) => [file.path, file]))
    const differing: (() => Promise<void>)[] = []
    for (const [path, file] of filesBelow(root)) {
      if (refused.has(path)) continue
      const stats = statSync(file)
      const checksum = hashFile(file, stats.size).digest('hex')
      if (there.get(`${prefix}${path}`)?.checksum === checksum) continue
      differing.push(() => settled(path, () => replace(path, file, stats, checksum)))
    }
    await eachOf(differing)
    if (differing.length > 0) return false
    await calls.write('POST', '/output/complete', { instance })
    return true
  }

  for (const { path, size, checksum } of (await retried(list)).files)
    if (path.startsWith(prefix)) arrived.set(path.slice(prefix.length), { size, checksum })
  print('sending', { files: arrived.size })
  let asked = performance.now()
  for (let attempt = 0; ;) {
    const isLast = ending.signal.aborted
    let rest = pause
    try {
      rest = Math.max(pause, (await look(isLast)) / lookingShare)
      if (isLast && (await isComplete())) break
      if (!isLast && performance.now() - asked > askEvery) {
        asked = performance.now()
        const state = await calls.read<{ isEnded: boolean }>(`/state?instance=${encodeURIComponent(instance)}`)
        if (state.isEnded) ending.abort()
      }
      attempt = 0
    } catch (error) {
      if (!isPassing(error)) throw error
      await waitFor(error, attempt, isLast ? undefined : ending.signal)
      attempt += 1
      continue
    }
    if (!ending.signal.aborted) await delay(rest, undefined, { signal: ending.signal }).catch(() => undefined)
  }
  if (refused.size > 0) throw new Error(`${refused.size} results could not be sent: ${[...refused.values()][0]}`)
  print('sent', { files: states.size })
}

function wrongOffset(error: unknown): number | undefined {
  return error instanceof Refused && error.reason === 'run-data.offset-wrong' ? Number(error.values['size']) : undefined
}

function readPart(file: string, from: number, length: number): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length;) {
      const count = readSync(descriptor, bytes, done, length - done, from + done)
      if (count === 0) throw Object.assign(new Error(`${file} became shorter`), { code: 'CHANGED' })
      done += count
    }
    return bytes
  } finally {
    closeSync(descriptor)
  }
}

function endsWith(file: string, size: number, tail: Buffer): boolean {
  return readPart(file, size - tail.length, tail.length).equals(tail)
}

/** Real files by their path; links count as what they lead to, below the folder alone. */
function filesBelow(root: string, path = '', files = new Map<string, string>()): Map<string, string> {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const here = join(path, entry.name)
    const file = join(root, here)
    if (entry.isDirectory()) filesBelow(root, here, files)
    else if (entry.isFile()) files.set(here, file)
    else if (entry.isSymbolicLink()) {
      const real = realTarget(file)
      if (real !== undefined && !relative(root, real).startsWith(`..${sep}`)) files.set(here, real)
    }
  }
  return files
}

function realTarget(link: string): string | undefined {
  try {
    const real = realpathSync(link)
    return lstatSync(real).isFile() ? real : undefined
  } catch {
    return undefined
  }
}

async function eachOf(works: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = works.toReversed()
  const run = async () => {
    for (let work = waiting.pop(); work !== undefined; work = waiting.pop()) await work()
  }
  await Promise.all(Array.from({ length: filesAtOnce }, run))
}
