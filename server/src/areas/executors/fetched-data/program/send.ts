import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunFile } from '@vermilion/contract/tasks/run-data'
import { checksumOf } from './files.ts'
import { createCalls, isPassing, print, Refused, retried, waitFor, wordsOf, type Settings } from './requests.ts'
import { createUploads, isGrowing, type FileStats } from './uploads.ts'

interface State {
  readonly stats: FileStats
  isSent: boolean
}

/** In milliseconds. */
const pause = 500
const stateEvery = 5_000
const filesAtOnce = 4
/** The search for changes takes at most this share of the time. */
const searchShare = 0.1

/** Sends results as they are written, until the command has ended and the server has confirmed all of them. */
export async function sendAll(settings: Settings, instance: string): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort())
  const calls = createCalls(settings)
  const prefix = instance === settings.main ? '' : `${instance}/`
  const uploads = createUploads(calls, prefix)
  const list = async () => (await calls.read<{ files: RunFile[] }>('/output')).files
  const results = createResults(realpathSync(settings.output ?? ''), uploads)

  for (const { path, size, checksum } of await retried(list))
    if (path.startsWith(prefix)) uploads.note(path.slice(prefix.length), size, checksum)
  print('sending')
  let stateRead = performance.now()
  for (let attempt = 0; ;) {
    const isLast = ending.signal.aborted
    let rest = pause
    try {
      rest = Math.max(pause, (await results.sendChanges(isLast)) / searchShare)
      if (isLast && (await results.sendDiffering(await list(), prefix)) === 0) break
      if (!isLast && performance.now() - stateRead > stateEvery) {
        stateRead = performance.now()
        const state = await calls.read<{ isEnded: boolean }>(`/state?instance=${encodeURIComponent(instance)}`)
        if (state.isEnded) ending.abort()
      }
      attempt = 0
    } catch (error) {
      if (!isPassing(error) && !isChange(error)) throw error
      await waitFor(attempt, error, isLast ? undefined : ending.signal)
      attempt += 1
      continue
    }
    if (!ending.signal.aborted) await delay(rest, undefined, { signal: ending.signal }).catch(() => undefined)
  }
  const [problem] = results.problems()
  if (problem !== undefined) throw new Error(`results could not be sent: ${problem}`)
  await retried(() => calls.write('POST', '/output/complete', { instance }))
  print('sent')
}

/** The files of a folder, as far as they are sent. */
function createResults(root: string, uploads: ReturnType<typeof createUploads>) {
  const states = new Map<string, State>()
  const refused = new Map<string, string>()

  /** A few at once. All have come to an end when this fails. */
  async function eachOf<Item extends { path: string }>(items: readonly Item[], work: (item: Item) => Promise<void>) {
    const waiting = items.values()
    const problems: unknown[] = []
    const run = async () => {
      for (const item of waiting) {
        await attempt(item, work).catch((error: unknown) => problems.push(error))
        if (problems.length > 0) return
      }
    }
    await Promise.all(Array.from({ length: filesAtOnce }, run))
    if (problems.length > 0) throw problems[0]
  }

  /** A file that cannot be sent keeps no other from it; one that changed meanwhile is sent the next time. */
  async function attempt<Item extends { path: string }>(
    item: Item,
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    const { path } = item
    try {
      await work(item)
      refused.delete(path)
    } catch (error) {
      if (isPassing(error) || (error instanceof Refused && error.status === 401)) throw error
      if (isChange(error)) {
        states.delete(path)
        uploads.note(path, 0, '')
        return
      }
      const reason = wordsOf(error)
      if (refused.get(path) !== reason) print('refused', { path, reason })
      refused.set(path, reason)
    }
  }

  /** Returns the state of a file that is to be sent. */
  function stateOf(path: string, file: string, isLast: boolean): State | undefined {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    const previous = states.get(path)
    const isSame = previous !== undefined && isSameFile(previous.stats, stats)
    const state = isSame ? previous : { stats, isSent: false }
    states.set(path, state)
    // Others are sent when nobody has written to them for a moment.
    return !state.isSent && (isSame || isGrowing(path) || isLast) ? state : undefined
  }

  return {
    problems: () => refused.values(),

    /** Returns the milliseconds that the search for changes took. */
    async sendChanges(isLast: boolean): Promise<number> {
      const began = performance.now()
      const files = filesBelow(root)
      const changed = [...files].flatMap(([path, file]) => {
        const state = stateOf(path, file, isLast)
        return state === undefined ? [] : [{ path, file, state }]
      })
      const searched = performance.now() - began
      await eachOf(changed, async ({ path, file, state }) => {
        await uploads.send(path, file, state.stats)
        state.isSent = true
      })
      for (const path of states.keys()) {
        if (files.has(path)) continue
        await uploads.remove(path)
        states.delete(path)
        refused.delete(path)
      }
      return searched
    },

    /** Compares all files with those of the server, and returns how many it sent again. */
    async sendDiffering(arrived: readonly RunFile[], prefix: string): Promise<number> {
      const checksums = new Map(arrived.map(({ path, checksum }) => [path, checksum]))
      const accepted = [...filesBelow(root)].filter(([path]) => !refused.has(path))
      const differing = accepted.flatMap(([path, file]) => {
        const stats = statSync(file)
        const checksum = checksumOf(file, stats.size)
        return checksums.get(`${prefix}${path}`) === checksum ? [] : [{ path, file, stats, checksum }]
      })
      await eachOf(differing, ({ path, file, stats, checksum }) => uploads.replace(path, file, stats, checksum))
      return differing.length
    },
  }
}

const isSameFile = (one: FileStats, other: FileStats) =>
  one.size === other.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino

/** True where something was written, replaced or deleted while it was read or sent. */
function isChange(error: unknown): boolean {
  if (error instanceof Refused) return ['run-data.checksum-differs', 'run-data.offset-wrong'].includes(error.reason)
  return ['CHANGED', 'ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as { code?: string }).code ?? '')
}

/** Real files by their path; links count as what they lead to, below the folder alone. */
function filesBelow(root: string, path = '', files = new Map<string, string>()): Map<string, string> {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const relativePath = join(path, entry.name)
    const file = join(root, relativePath)
    if (entry.isDirectory()) filesBelow(root, relativePath, files)
    else if (entry.isFile()) files.set(relativePath, file)
    else if (entry.isSymbolicLink()) {
      const target = targetOf(file)
      if (target !== undefined && !relative(root, target).startsWith(`..${sep}`)) files.set(relativePath, target)
    }
  }
  return files
}

function targetOf(link: string): string | undefined {
  try {
    const target = realpathSync(link)
    return lstatSync(target).isFile() ? target : undefined
  } catch {
    return undefined
  }
}
