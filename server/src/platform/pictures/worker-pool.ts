import type { ChildProcess } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import type { PictureProblem } from '@vermilion/contract/pictures/problems'
import { limitMemory } from '#platform/processes/memory-limit'
import { forkProgram } from '#platform/processes/start-program'

/** `now`: a user waits for it. `later`: nobody waits. */
export type Urgency = 'now' | 'later'

export interface Broken {
  readonly broken: PictureProblem
}

export interface WorkerPool<Request, Result> {
  /** Rejects only when no worker is available, never for a bad picture; or when the signal aborts before a worker has begun. */
  run(request: Request, urgency: Urgency, signal?: AbortSignal): Promise<Result | Broken>
  processes(): number[]
  close(): Promise<void>
}

interface Work<Request, Result> extends PromiseWithResolvers<Result | Broken> {
  readonly request: Request
  /** A worker may die of other causes (memory) while it holds a good picture, so each gets a second one. */
  isRetry: boolean
}

export type LossReason = 'crashed' | 'too-long'

export interface PoolOptions<Result = never, Request = never> {
  size?: number
  timeoutMs?: number
  /** Time that an idle worker stays. */
  idleMs?: number
  /** Bytes of memory after which a worker is ended. */
  memoryLimit?: number | undefined
  /** True when the work of a dead worker gets a second one. */
  isRetried?: boolean
  /** The result for a picture that killed every worker, by the last one's end. */
  lost?: (request: Request, reason: LossReason) => Result | Broken
  /** A worker that has handled the key before is preferred, since it is faster. */
  keyOf?: (request: Request) => string
}

/**
 * Processes start with the first picture and leave when idle. The program sends `ready` and then answers each message with one.
 */
export function createWorkerPool<Request extends object, Result extends object>(
  program: URL,
  options: PoolOptions<Result, Request> = {},
): WorkerPool<Request, Result> {
  const { size = Math.min(4, Math.max(2, availableParallelism() - 1)), timeoutMs = 30_000 } = options
  const { idleMs = 10_000, memoryLimit, isRetried = true } = options
  const { keyOf } = options
  const { lost = () => ({ broken: 'damaged' }) } = options
  const waiting: Record<Urgency, Work<Request, Result>[]> = { now: [], later: [] }
  const workers = new Set<Worker<Request, Result>>()
  let closed = false

  function next(): Work<Request, Result> | undefined {
    return waiting.now.shift() ?? waiting.later.shift()
  }

  function removeWaiting(work: Work<Request, Result>): boolean {
    for (const line of Object.values(waiting)) {
      const index = line.indexOf(work)
      if (index >= 0) return line.splice(index, 1).length > 0
    }
    return false
  }

  function dispatch(): void {
    const free = [...workers].filter((candidate) => candidate.isFree())
    if (free.length === 0 && workers.size >= size) return
    const work = next()
    if (work === undefined) return
    const key = keyOf?.(work.request)
    const worker = free.find((candidate) => key !== undefined && candidate.keys.has(key)) ?? free[0] ?? add()
    if (key !== undefined) worker.keys.add(key)
    worker.assign(work)
  }

  function add(): Worker<Request, Result> {
    const worker = startWorker<Request, Result>({
      program,
      timeoutMs,
      idleMs,
      memoryLimit,
      becameIdle: dispatch,
      exited: (unfinished, reason) => {
        workers.delete(worker)
        if (isRetried && unfinished?.isRetry === false)
          waiting.now.unshift(Object.assign(unfinished, { isRetry: true }))
        else unfinished?.resolve(lost(unfinished.request, reason))
        if (waiting.now.length + waiting.later.length > 0) dispatch()
      },
    })
    workers.add(worker)
    return worker
  }

  return {
    run(request, urgency, signal) {
      if (closed) return Promise.reject(new Error('the picture workers have been closed'))
      if (signal?.aborted === true) return Promise.reject(signal.reason)
      const work = { request, isRetry: false, ...Promise.withResolvers<Result | Broken>() }
      waiting[urgency].push(work)
      const drop = () => {
        if (removeWaiting(work)) work.reject(signal?.reason)
      }
      signal?.addEventListener('abort', drop)
      dispatch()
      // A long-lived signal would otherwise hold every picture that was requested under it.
      return work.promise.finally(() => signal?.removeEventListener('abort', drop))
    },
    processes: () => [...workers].flatMap(({ id }) => id ?? []),
    async close() {
      closed = true
      for (let work = next(); work !== undefined; work = next()) work.reject(new Error('the server is stopping'))
      await Promise.all([...workers].map((worker) => worker.stop()))
    },
  }
}

interface Worker<Request, Result> {
  readonly id: number | undefined
  readonly keys: Set<string>
  isFree(): boolean
  assign(work: Work<Request, Result>): void
  stop(): Promise<void>
}

interface WorkerNeeds<Request, Result> {
  readonly program: URL
  readonly timeoutMs: number
  readonly idleMs: number
  readonly memoryLimit: number | undefined
  becameIdle(): void
  exited(unfinished: Work<Request, Result> | undefined, reason: LossReason): void
}

function startWorker<Request extends object, Result>({
  program,
  timeoutMs,
  idleMs,
  memoryLimit,
  becameIdle,
  exited,
}: WorkerNeeds<Request, Result>): Worker<Request, Result> {
  const child = forkProgram(program, {
    // There is one worker per processor, so the garbage collector needs no threads beside it.
    execArgv: ['--single-threaded-gc'],
    // Sends bytes without converting them.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let ready = false
  let stopping = false
  let isExiting = false
  let isTooLate = false
  let current: Work<Request, Result> | undefined
  let timer: NodeJS.Timeout | undefined

  // Lower priority: most pictures are read when nobody waits.
  if (child.pid !== undefined) yieldToOthers(child.pid)
  const unwatch = memoryLimit === undefined ? undefined : limitMemory(child, memoryLimit)

  const wait = (milliseconds: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
    timer.unref()
  }

  child.on('message', (message: 'ready' | Result | Broken) => {
    if (message === 'ready') {
      ready = true
      return
    }
    current?.resolve(message)
    current = undefined
    wait(idleMs, () => {
      isExiting = true
      child.kill()
    })
    becameIdle()
  })
  child.on('error', (error) => current?.reject(error))
  onExit(child, () => {
    clearTimeout(timer)
    unwatch?.()
    if (stopping || !ready) current?.reject(new Error('the picture worker did not start, or was stopped'))
    exited(stopping || !ready ? undefined : current, isTooLate ? 'too-long' : 'crashed')
    current = undefined
  })

  return {
    id: child.pid,
    keys: new Set(),
    isFree: () => current === undefined && !isExiting && child.connected,
    assign(work) {
      current = work
      wait(timeoutMs, () => {
        isTooLate = true
        child.kill('SIGKILL')
      })
      child.send(work.request, (error) => error !== null && child.kill('SIGKILL'))
    },
    async stop() {
      stopping = true
      const processEnded = new Promise<void>((resolve) => onExit(child, resolve))
      child.kill('SIGKILL')
      await processEnded
    },
  }
}

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended, or the system does not allow it.
  }
}

function onExit(child: ChildProcess, then: () => void): void {
  if (child.exitCode !== null || child.signalCode !== null) then()
  else child.once('exit', () => then())
}
