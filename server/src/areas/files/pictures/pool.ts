import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { PictureAnswer, PictureRequest } from './worker.ts'

/** `now`: somebody looks at an empty frame. `later`: nobody waits. */
export type Urgency = 'now' | 'later'

export interface PicturePool {
  /** Reads one picture and writes its thumbnail. Rejects only when no worker can be had, never for a bad picture. */
  examine(request: PictureRequest, urgency: Urgency): Promise<PictureAnswer>
  close(): Promise<void>
}

interface Work extends PromiseWithResolvers<PictureAnswer> {
  readonly request: PictureRequest
  /** A worker may die of something else (memory) while it holds a good picture, so each gets a second one. */
  secondTry: boolean
}

/** Milliseconds that one picture may take, and that a worker without work stays. */
const patience = 30_000
const idleTime = 10_000

/** Worker processes that start with the first picture and leave when there is nothing more to do. */
export function createPicturePool({ size = Math.min(4, Math.max(1, availableParallelism() - 1)) } = {}): PicturePool {
  const waiting: Record<Urgency, Work[]> = { now: [], later: [] }
  const workers = new Set<Worker>()
  let closed = false

  function next(): Work | undefined {
    return waiting.now.shift() ?? waiting.later.shift()
  }

  function dispatch(): void {
    const worker = [...workers].find((candidate) => candidate.free()) ?? (workers.size < size ? add() : undefined)
    const work = worker === undefined ? undefined : next()
    if (work !== undefined) worker?.take(work)
  }

  function add(): Worker {
    const worker = startWorker({
      freed: dispatch,
      ended: (unfinished) => {
        workers.delete(worker)
        if (unfinished?.secondTry === false) waiting.now.unshift(Object.assign(unfinished, { secondTry: true }))
        else unfinished?.resolve({ broken: 'the decoder crashed or took too long' })
        if (waiting.now.length + waiting.later.length > 0) dispatch()
      },
    })
    workers.add(worker)
    return worker
  }

  return {
    examine(request, urgency) {
      if (closed) return Promise.reject(new Error('the picture workers have been closed'))
      const work: Work = { request, secondTry: false, ...Promise.withResolvers<PictureAnswer>() }
      waiting[urgency].push(work)
      dispatch()
      return work.promise
    },
    async close() {
      closed = true
      for (let work = next(); work !== undefined; work = next()) work.reject(new Error('the server is stopping'))
      await Promise.all([...workers].map((worker) => worker.stop()))
    },
  }
}

interface Worker {
  free(): boolean
  take(work: Work): void
  stop(): Promise<void>
}

function startWorker({ freed, ended }: { freed(): void; ended(unfinished?: Work): void }): Worker {
  const child = fork(new URL('./worker.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let ready = false
  let stopping = false
  let leaving = false
  let current: Work | undefined
  let timer: NodeJS.Timeout | undefined

  const wait = (milliseconds: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
    timer.unref()
  }

  child.on('message', (message: 'ready' | PictureAnswer) => {
    if (message === 'ready') {
      ready = true
      return
    }
    current?.resolve(message)
    current = undefined
    wait(idleTime, () => {
      leaving = true
      child.kill()
    })
    freed()
  })
  child.on('error', (error) => current?.reject(error))
  whenGone(child, () => {
    clearTimeout(timer)
    if (stopping || !ready) current?.reject(new Error('the picture worker did not start, or was stopped'))
    ended(stopping || !ready ? undefined : current)
    current = undefined
  })

  return {
    free: () => current === undefined && !leaving && child.connected,
    take(work) {
      current = work
      wait(patience, () => child.kill('SIGKILL'))
      child.send(work.request, (error) => error !== null && child.kill('SIGKILL'))
    },
    async stop() {
      stopping = true
      const gone = new Promise<void>((resolve) => whenGone(child, resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

function whenGone(child: ChildProcess, then: () => void): void {
  if (child.exitCode !== null || child.signalCode !== null) then()
  else child.once('exit', () => then())
}
