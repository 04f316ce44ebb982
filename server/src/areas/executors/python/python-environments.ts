import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import type { Text } from '@vermilion/contract/kernel/text'
import type {
  EnvironmentOffer,
  EnvironmentProgress,
  WheelKind,
} from '@vermilion/contract/tasks/environments/python-environments'
import type { Clock } from '#platform/clock'
import { freeSpace } from '#platform/disk-space'
import { createKeyedMutex } from '#platform/mutex'
import { machineAccelerators } from '../machine/accelerators.ts'
import { createEnvironmentFolders } from './environment-folders.ts'
import { findPython } from './find-python.ts'
import type { Python, PythonNeeds } from './find-python.ts'
import { install, removePart } from './install.ts'
import { EnvironmentFailed } from './installation-failed.ts'
import { readLock } from './lock-file.ts'
import type { LockFile } from './lock-file.ts'

/** A training image that also runs without containers. */
export interface PythonImage {
  name: string
  /** Absolute path of the folder with its locks. */
  folder: string
  oldest?: string | undefined
}

export interface PythonSettings extends PythonNeeds {
  /** Environment variables of the installer, such as those of the mirror. */
  variables: Readonly<Record<string, string>>
}

interface Needs {
  root: string
  settings: PythonSettings
  clock: Clock
  changed(): void
}

interface Plan {
  id: string
  image: PythonImage
  wheels: WheelKind
  lock: LockFile
  python: Python
  uv: string | undefined
}

export interface HeldEnvironment {
  id: string
  folder: string
  /** Until then it is not removed. */
  release(): void
}

interface PrepareOptions {
  signal: AbortSignal
  onProgress: (progress: EnvironmentProgress) => void
}

interface Making {
  made: Promise<void>
  progress: EnvironmentProgress
  readonly listeners: Set<PrepareOptions['onProgress']>
  readonly cancel: AbortController
}

/** An environment has about this many times the bytes that are fetched, while they are there too. */
const growth = 2.8
const factsLifetime = 5_000

export type PythonEnvironments = ReturnType<typeof createPythonEnvironments>

/** Environments by content: images with equal locks share one, and tasks that need it at once make it once. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createPythonEnvironments({ root, settings, clock, changed }: Needs) {
  const folders = createEnvironmentFolders(root)
  const underway = new Map<string, Making>()
  const holders = new Map<string, number>()
  const inTurn = createKeyedMutex()
  const search = cached((oldest: string) => findPython(settings, oldest))
  const wheelKind = cached(async (): Promise<WheelKind> => ((await machineAccelerators()).length > 0 ? 'cuda' : 'cpu'))

  async function lockOf({ folder }: PythonImage): Promise<{ wheels: WheelKind; lock: LockFile }> {
    const wheels = await wheelKind('')
    return { wheels, lock: await readLock(join(folder, `requirements.${wheels}.txt`)) }
  }

  async function plan(image: PythonImage): Promise<Plan | { problem: Text }> {
    const match = await search(image.oldest ?? '3.10')
    if ('problem' in match) return match
    const { wheels, lock } = await lockOf(image)
    const { program, version, platform } = match.python
    const parts = [lock.checksum, version, platform, program]
    const id = createHash('sha256').update(parts.join('\n')).digest('hex')
    return { id, image, wheels, lock, ...match }
  }

  async function make({ id, image, wheels, lock, python, uv }: Plan, making: Making): Promise<void> {
    const part = await folders.makePart()
    try {
      const needed = (lock.downloadBytes ?? 0) * growth
      const free = await freeSpace(part)
      if (free < needed) throw new EnvironmentFailed(sayInBoth(noRoom, { needed: inGib(needed), free: inGib(free) }))
      const { signal } = making.cancel
      const onProgress = (progress: EnvironmentProgress) => {
        making.progress = progress
        for (const tell of making.listeners) tell(progress)
        changed()
      }
      const folder = await install({ part, python, uv, lock, variables: settings.variables, signal, onProgress })
      const facts = { image: image.name, wheels, python: python.version, packages: making.progress.total }
      await folders.finish(id, folder, { ...facts, madeAt: clock.time() })
    } finally {
      await removePart(part)
    }
  }

  function begin(order: Plan): Making {
    const progress = { done: 0, total: order.lock.packages, bytes: 0 }
    const making: Making = { made: Promise.resolve(), progress, listeners: new Set(), cancel: new AbortController() }
    making.made = make(order, making).finally(() => {
      underway.delete(order.id)
      changed()
    })
    underway.set(order.id, making)
    changed()
    return making
  }

  /** The installation goes on as long as somebody waits for it. */
  async function awaitMaking(order: Plan, { signal, onProgress }: PrepareOptions): Promise<void> {
    // One that was given up is on its way out.
    while (underway.get(order.id)?.cancel.signal.aborted === true)
      await underway.get(order.id)?.made.catch(() => undefined)
    signal.throwIfAborted()
    const making = underway.get(order.id) ?? begin(order)
    const stopped = Promise.withResolvers<never>()
    const leave = () => stopped.reject(signal.reason)
    making.listeners.add(onProgress)
    signal.addEventListener('abort', leave)
    try {
      onProgress(making.progress)
      await Promise.race([making.made, stopped.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      making.listeners.delete(onProgress)
      if (making.listeners.size === 0) making.cancel.abort(signal.reason)
      // Its leftovers go before the task is told to have ended.
      if (signal.aborted && making.listeners.size === 0) await making.made.catch(() => undefined)
    }
  }

  function hold(id: string): () => void {
    holders.set(id, (holders.get(id) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const count = (holders.get(id) ?? 1) - 1
      if (count > 0) holders.set(id, count)
      else holders.delete(id)
    }
  }

  return {
    list: folders.list,
    isHeld: (id: string) => holders.has(id),
    removeLeftovers: folders.removeParts,

    /** Makes it where it is missing. Fails as `EnvironmentFailed`, or with the reason of the signal. */
    async prepare(image: PythonImage, options: PrepareOptions): Promise<HeldEnvironment> {
      const order = await plan(image)
      if ('problem' in order) throw new EnvironmentFailed(order.problem)
      const { id } = order
      const release = hold(id)
      try {
        options.signal.throwIfAborted()
        if (!(await inTurn(id, () => folders.isWhole(id)))) await awaitMaking(order, options)
        await folders.noteUse(id, clock.now())
        return { id, folder: folders.folderOf(id), release }
      } catch (error) {
        release()
        throw error
      }
    },

    async offer(image: PythonImage): Promise<EnvironmentOffer & { id: string | null }> {
      const { wheels, lock } = await lockOf(image)
      const facts = { image: image.name, wheels, packages: lock.packages, downloadBytes: lock.downloadBytes }
      const order = await plan(image)
      if ('problem' in order)
        return { ...facts, id: null, python: null, state: 'impossible', progress: null, problem: order.problem }
      const { id } = order
      const progress = underway.get(id)?.progress ?? null
      const isReady = progress === null && (await folders.isWhole(id))
      const state = progress === null ? (isReady ? 'ready' : 'missing') : 'in-progress'
      return { ...facts, id, python: order.python.version, state, progress, problem: null }
    },

    /** Fails as `python-environment.not-found` or `.in-use`. Returns its bytes. */
    remove: (id: string, isUsed: () => Promise<boolean>): Promise<number> =>
      inTurn(id, async () => {
        const match = await folders.find(id)
        if (match === undefined) throw fail('python-environment.not-found')
        if ((await isUsed()) || holders.has(id)) throw fail('python-environment.in-use')
        await folders.remove(id)
        changed()
        return match.bytes
      }),
  }
}

const noRoom: Text = {
  en: 'The disk has too little room for the packages: about {needed} GiB are needed, {free} GiB are free. Make room, then run the task again',
  zh: '磁盘空间不足以安装软件包：约需 {needed} GiB，可用 {free} GiB。请清理空间后重新运行任务',
}

const inGib = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)

/** Results are used again for some seconds: what a machine has rarely changes. */
function cached<Result>(read: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const existing = new Map<string, { at: number; result: Promise<Result> }>()
  return (key) => {
    const last = existing.get(key)
    if (last !== undefined && performance.now() - last.at < factsLifetime) return last.result
    const result = read(key)
    existing.set(key, { at: performance.now(), result })
    result.catch(() => existing.delete(key))
    return result
  }
}
