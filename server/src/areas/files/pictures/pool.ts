import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { PictureResult, PictureRequest } from './tasks.ts'

/** `now`: somebody looks at an empty frame. `later`: nobody waits. */
export type Urgency = 'now' | 'later'

export interface PicturePool {
  /**
   * Has one picture read. Rejects only when no worker can be had, never for a bad picture; or with the signal's reason
   * when that aborts before a worker has begun.
   */
  run<Request extends PictureRequest>(
    request: Request,
    urgency: Urgency,
    signal?: AbortSignal,
  ): Promise<PictureResult<Request['task']>>
  /** Somebody waits now for what nobody waited for. */
  prioritize(request: PictureRequest): void
  close(): Promise<void>
}

interface Work extends PromiseWithResolvers<PictureResult> {
  readonly request: PictureRequest
  /** A worker may die of something else (memory) while it holds a good picture, so each gets a second one. */
  isRetry: boolean
}

interface PoolOptions {
  size?: number
  /** Milliseconds that one picture may take. */
  timeoutMs?: number
}

/** Milliseconds that a worker without work stays. */
const idleTimeout = 10_000

/** Worker processes that start with the first picture and leave when there is nothing more to do. */
export function createPicturePool(options: PoolOptions = {}): PicturePool {
  const { size = Math.min(4, Math.max(1, availableParallelism() - 1)), timeoutMs = 30_000 } = options
  const waiting: Record<Urgency, Work[]> = { now: [], later: [] }
  const workers = new Set<Worker>()
  let closed = false

  function next(): Work | undefined {
    return waiting.now.shift() ?? waiting.later.shift()
  }

  /** Whether it was still waiting. */
  function removeWaiting(work: Work): boolean {
    for (const line of Object.values(waiting)) {
      const index = line.indexOf(work)
      if (index >= 0) return line.splice(index, 1).length > 0
    }
    return false
  }

  function dispatch(): void {
    const worker = [...workers].find((candidate) => candidate.isFree()) ?? (workers.size < size ? add() : undefined)
    const work = worker === undefined ? undefined : next()
    if (work !== undefined) worker?.assign(work)
  }

  function add(): Worker {
    const worker = startWorker({
      timeoutMs,
      becameIdle: dispatch,
      exited: (unfinished) => {
        workers.delete(worker)
        if (unfinished?.isRetry === false) waiting.now.unshift(Object.assign(unfinished, { isRetry: true }))
        else unfinished?.resolve({ broken: 'the decoder crashed or took too long' })
        if (waiting.now.length + waiting.later.length > 0) dispatch()
      },
    })
    workers.add(worker)
    return worker
  }

  return {
    run<Request extends PictureRequest>(request: Request, urgency: Urgency, signal?: AbortSignal) {
      if (closed) return Promise.reject(new Error('the picture workers have been closed'))
      if (signal?.aborted === true) return Promise.reject(signal.reason)
      const work: Work = { request, isRetry: false, ...Promise.withResolvers<PictureResult>() }
      waiting[urgency].push(work)
      signal?.addEventListener('abort', () => {
        if (removeWaiting(work)) work.reject(signal.reason)
      })
      dispatch()
      return work.promise
    },
    prioritize(request) {
      const work = waiting.later.find((candidate) => candidate.request === request)
      if (work !== undefined && removeWaiting(work)) waiting.now.push(work)
    },
    async close() {
      closed = true
      for (let work = next(); work !== undefined; work = next()) work.reject(new Error('the server is stopping'))
      await Promise.all([...workers].map((worker) => worker.stop()))
    },
  }
}

interface Worker {
  isFree(): boolean
  assign(work: Work): void
  stop(): Promise<void>
}

interface WorkerNeeds {
  readonly timeoutMs: number
  becameIdle(): void
  exited(unfinished?: Work): void
}

function startWorker({ timeoutMs, becameIdle, exited }: WorkerNeeds): Worker {
  const child = fork(new URL('./worker.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let ready = false
  let stopping = false
  let isExiting = false
  let current: Work | undefined
  let timer: NodeJS.Timeout | undefined

  const wait = (milliseconds: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
    timer.unref()
  }

  child.on('message', (message: 'ready' | PictureResult) => {
    if (message === 'ready') {
      ready = true
      return
    }
    current?.resolve(message)
    current = undefined
    wait(idleTimeout, () => {
      isExiting = true
      child.kill()
    })
    becameIdle()
  })
  child.on('error', (error) => current?.reject(error))
  onExit(child, () => {
    clearTimeout(timer)
    if (stopping || !ready) current?.reject(new Error('the picture worker did not start, or was stopped'))
    exited(stopping || !ready ? undefined : current)
    current = undefined
  })

  return {
    isFree: () => current === undefined && !isExiting && child.connected,
    assign(work) {
      current = work
      wait(timeoutMs, () => child.kill('SIGKILL'))
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

function onExit(child: ChildProcess, then: () => void): void {
  if (child.exitCode !== null || child.signalCode !== null) then()
  else child.once('exit', () => then())
}
