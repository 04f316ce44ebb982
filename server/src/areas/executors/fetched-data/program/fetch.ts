import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { RunFile, RunInput, RunManifest, RunPack } from '@vermilion/contract/tasks/run-data'
import { beginFile, createCache, isWhole, makeFolder, placeOf, sizeOf, smallBytes, type ContentCache } from './files.ts'
import type { Calls, Settings } from './requests.ts'
import { createCalls, isPassing, print, Refused, retried, waitFor, withCode, wordsOf } from './requests.ts'

interface Missing {
  readonly file: RunInput
  readonly target: string
  /** Where the file begins in the pack. */
  readonly begin: number
  there: number
  isDone: boolean
  failures: number
}

/** Bytes that a thread found or received since it told the last time. */
interface Progress {
  readonly present: number
  readonly received: number
  /** Its pack is there. */
  readonly isDone: boolean
}

const maxWorkers = 4
const maxFailures = 3
const reportMs = 1_000
const toldAtOnce = 2 * 1_048_576

/** Fetches what a run was given. A repeat goes on with what is there, and checks it. */
export async function fetchAll(settings: Settings, instance: string): Promise<void> {
  const calls = createCalls(settings)
  const began = performance.now()
  const { mounts, packs, size } = await retried(() => calls.read<RunManifest>('/manifest'))
  if (mounts.length !== settings.mounts.length)
    throw new Error(`the run has ${mounts.length} mounts, and the settings ${settings.mounts.length} folders`)
  for (const [position, folder] of settings.mounts.entries()) {
    makeFolder(folder)
    for (const path of mounts[position]?.emptyFolders ?? []) makeFolder(placeOf(folder, path))
  }
  const sum = { present: 0, received: 0 }
  const report = () => {
    const progress = { done: Math.min(sum.present + sum.received, size), total: size }
    print('fetching', progress)
    return calls.write('PUT', '/progress', { instance, ...progress }).catch(() => undefined)
  }
  const reporting = setInterval(() => void report(), reportMs)
  try {
    await fetchPacks(settings, packs, (bytes) => {
      sum.present += bytes.present
      sum.received += bytes.received
    })
    if (settings.output !== undefined) await fetchOutput(calls, settings.output)
  } finally {
    clearInterval(reporting)
  }
  await report()
  print('fetched', { ...sum, seconds: (performance.now() - began) / 1_000 })
}

/** Threads, since files are written and hashed without waiting. */
async function fetchPacks(
  settings: Settings,
  packs: readonly RunPack[],
  count: (progress: Progress) => void,
): Promise<void> {
  const waiting = packs.values()
  const threads = Math.min(maxWorkers, Math.max(2, availableParallelism()), packs.length)
  const workers = Array.from({ length: threads }, () => new Worker(new URL(import.meta.url), { workerData: settings }))
  const ends = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        const next = () => {
          const { value: pack } = waiting.next()
          if (pack === undefined) resolve()
          else worker.postMessage(pack)
        }
        worker.on('error', reject)
        worker.on('message', (progress: Progress) => {
          count(progress)
          if (progress.isDone) next()
        })
        next()
      }),
  )
  try {
    await Promise.all(ends)
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

export function servePacks(): void {
  const settings = workerData as Settings
  const calls = createCalls(settings)
  const cache = createCache(settings.cache)
  parentPort?.on('message', (pack: RunPack) => {
    const fetching = fetchPack(pack, settings.mounts[pack.mount] ?? '', calls, cache)
    // A failure ends this thread, and is told by the first.
    void fetching.then(() => tell({ isDone: true }))
  })
}

let [present, received] = [0, 0]

/** A message costs more than the bytes of many files, so that they are told together. */
function tell(more: Partial<Progress>): void {
  present += more.present ?? 0
  received += more.received ?? 0
  const { isDone = false } = more
  if (!isDone && present + received < toldAtOnce) return
  parentPort?.postMessage({ present, received, isDone } satisfies Progress)
  present = 0
  received = 0
}

async function fetchPack({ id }: RunPack, folder: string, calls: Calls, cache: ContentCache): Promise<void> {
  const { files } = await retried(() => calls.read<{ files: RunInput[] }>(`/packs/${id}`))
  const missing: Missing[] = []
  let begin = 0
  for (const file of files) {
    const target = placeOf(folder, file.path)
    const there = takePresent(file, target, cache)
    tell({ present: there })
    if (file.size === 0) beginFile(target, file, 0).end()
    else if (there === file.size) cache.keep(file, target)
    else missing.push({ file, target, begin, there, isDone: false, failures: 0 })
    begin += file.size
  }
  await fetchStored(missing, calls, cache)
  for (let attempt = 0; ; attempt += 1) {
    const rest = missing.filter(({ isDone }) => !isDone)
    if (rest.length === 0) return
    for (const { adjoining, from, end } of adjacent(rest)) {
      const content = await retried(() => calls.content(`/packs/${id}/content`, from, end - 1))
      const broken = await receive(content, adjoining, cache)
      if (broken === undefined) continue
      if (!isPassing(broken)) throw broken
      await waitFor(attempt, broken)
      break
    }
  }
}

let isStoreReached = true

/** Large files may be fetched from where the store has them. What does not come from there is fetched from the server. */
async function fetchStored(missing: readonly Missing[], calls: Calls, cache: ContentCache): Promise<void> {
  for (const one of missing) {
    const { path, address } = one.file
    if (address === undefined || !isStoreReached) continue
    let broken: Error | undefined
    try {
      broken = await receive(await calls.stored(address, one.there), [one], cache)
    } catch (error) {
      broken = error as Error
      // One that is not reached takes its time for each file.
      isStoreReached = error instanceof Refused
    }
    if (broken === undefined) continue
    // The text of a refusal may repeat the address.
    print('not-from-store', { path, reason: broken instanceof Refused ? broken.status : wordsOf(broken) })
  }
}

/** Returns how many bytes of a file lie at its place and can stay. */
function takePresent(file: RunFile, target: string, cache: ContentCache): number {
  if (file.size === 0) return 0
  const size = sizeOf(target)
  if (size === file.size && isWhole(target, file)) return size
  if (cache.take(file, target)) return file.size
  if (size > 0 && size < file.size && file.size > smallBytes) return size
  // It may be a link to content of the cache.
  rmSync(target, { force: true })
  return 0
}

/** Files whose missing bytes lie one after another are fetched together. */
function adjacent(missing: readonly Missing[]) {
  const runs: { adjoining: Missing[]; from: number; end: number }[] = []
  for (const one of missing) {
    const run = runs.at(-1)
    const end = one.begin + one.file.size
    if (run === undefined || one.there > 0 || run.end !== one.begin)
      runs.push({ adjoining: [one], from: one.begin + one.there, end })
    else {
      run.adjoining.push(one)
      run.end = end
    }
  }
  return runs
}

/** Returns what broke the content off, if anything did. Files that came whole are done then too. */
async function receive(content: AsyncIterable<Buffer>, run: readonly Missing[], cache: ContentCache) {
  const waiting = run.values()
  let current = waiting.next().value
  let writing = current && beginFile(current.target, current.file, current.there)
  try {
    for await (const bytes of content) {
      tell({ received: bytes.length })
      for (let used = 0; used < bytes.length && current !== undefined && writing !== undefined;) {
        const part = bytes.subarray(used, used + current.file.size - current.there)
        used += part.length
        writing.add(part)
        current.there += part.length
        if (current.there < current.file.size) continue
        endFile(current, writing, cache)
        current = waiting.next().value
        writing = current && beginFile(current.target, current.file, 0)
      }
    }
    return current && withCode('ECONNRESET', 'the content ended early')
  } catch (error) {
    return error as Error
  } finally {
    writing?.close()
    // A small file is written when it is whole.
    if (current !== undefined && current.file.size <= smallBytes) current.there = 0
  }
}

function endFile(missing: Missing, writing: ReturnType<typeof beginFile>, cache: ContentCache): void {
  const { file, target } = missing
  missing.isDone = writing.end()
  if (missing.isDone) return cache.keep(file, target)
  missing.there = 0
  missing.failures += 1
  print('checksum-differs', { path: file.path })
  if (missing.failures >= maxFailures)
    throw new Error(`${file.path} has another checksum than it had when the task began: it was changed on the server`)
}

/** What an earlier attempt left, from which the command may go on. It may grow while it is fetched. */
async function fetchOutput(calls: Calls, folder: string): Promise<void> {
  makeFolder(folder)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { files } = await retried(() => calls.read<{ files: RunFile[] }>('/output'))
    const differing = files.filter((file) => !isWhole(placeOf(folder, file.path), file))
    if (differing.length === 0) return
    for (const file of differing) {
      const target = placeOf(folder, file.path)
      rmSync(target, { force: true })
      await retried(async () => {
        const writing = beginFile(target, file, 0)
        try {
          const content = await calls.content(`/output/content?path=${encodeURIComponent(file.path)}`)
          for await (const bytes of content) writing.add(bytes)
          writing.end()
        } finally {
          writing.close()
        }
      })
    }
  }
  throw new Error('the results of the attempt before change while they are fetched')
}
