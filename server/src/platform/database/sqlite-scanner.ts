import type { Worker } from 'node:worker_threads'
import type { SQLInputValue } from 'node:sqlite'
import { endThread, startThread } from '#platform/processes/start-program'
import { DatabaseClosed } from './engine.ts'
import type { ScannerAnswer, ScannerRequest } from './sqlite-scanner.worker.ts'

/**
 * Milliseconds without a scan after which a thread is released: as long as it was in use, within these bounds. The scans of a
 * start end early and give back their memory; under use a thread stays, since a new one takes a tenth of a second.
 */
const minIdleTime = 2_000
const maxIdleTime = 60_000

export interface Scanner {
  scan<Row>(sql: string, parameters: SQLInputValue[]): AsyncIterableIterator<Row[]>
  close(): Promise<void>
}

/** Starts several threads, so that short scans need not wait for long ones. Each starts when those before it are busy. */
export function startScanners(file: string, threads: number): Scanner {
  const all = Array.from({ length: threads }, () => ({ scanner: startScanner(file), scans: 0 }))
  return {
    async *scan<Row>(sql: string, parameters: SQLInputValue[]) {
      const idlest = all.toSorted((one, other) => one.scans - other.scans)[0]
      if (idlest === undefined) return
      idlest.scans += 1
      try {
        yield* idlest.scanner.scan<Row>(sql, parameters)
      } finally {
        idlest.scans -= 1
      }
    },
    async close() {
      await Promise.all(all.map(({ scanner }) => scanner.close()))
    },
  }
}

/** The thread starts with the first scan and ends when idle. */
export function startScanner(file: string): Scanner {
  const waiting = new Map<number, PromiseWithResolvers<ScannerAnswer>>()
  let worker: Worker | undefined
  const send = createSender((requests) => worker?.postMessage(requests))
  let scans = 0
  let openScans = 0
  let idleTimer: NodeJS.Timeout | undefined
  let startedAt = 0
  let isClosed = false

  function start(): Worker {
    startedAt = performance.now()
    const started = startThread(new URL('./sqlite-scanner.worker.ts', import.meta.url), { workerData: { file } })
    started.unref()
    started.on('message', (responses: readonly ScannerAnswer[]) => {
      for (const response of responses) {
        waiting.get(response.scan)?.resolve(response)
        waiting.delete(response.scan)
      }
      if (waiting.size === 0) worker?.unref()
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('the reader thread has ended')))
    return started
  }

  function fail(finished: Worker, error: unknown): void {
    if (worker !== finished) return
    worker = undefined
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
  }

  /** The next chunk is requested when the last was consumed, which paces the thread. */
  async function ask(request: ScannerRequest): Promise<ScannerAnswer> {
    if (isClosed) throw new DatabaseClosed()
    const response = Promise.withResolvers<ScannerAnswer>()
    waiting.set(request.scan, response)
    worker ??= start()
    worker.ref()
    send(request)
    return response.promise
  }

  function endIdle(): void {
    const idle = worker
    worker = undefined
    void endThread(idle)
  }

  return {
    async *scan<Row>(sql: string, parameters: SQLInputValue[]) {
      clearTimeout(idleTimer)
      openScans += 1
      const scan = ++scans
      let request: ScannerRequest = { scan, kind: 'open', sql, parameters }
      let finished = false
      try {
        for (;;) {
          const response = await ask(request)
          finished = response.finished
          if (response.problem !== undefined) throw new Error(`${response.problem} in: ${sql}`)
          if (response.rows.length > 0) yield response.rows as Row[]
          if (finished) return
          request = { scan, kind: 'next' }
        }
      } finally {
        if (!finished) send({ scan, kind: 'close' })
        openScans -= 1
        const idleTime = Math.min(Math.max(performance.now() - startedAt, minIdleTime), maxIdleTime)
        if (openScans === 0) idleTimer = setTimeout(endIdle, idleTime).unref()
      }
    },
    close() {
      isClosed = true
      clearTimeout(idleTimer)
      const ending = worker
      if (ending !== undefined) fail(ending, new DatabaseClosed())
      return endThread(ending)
    },
  }
}

/** Waking a thread costs more than a request, so the requests of one turn of the event loop are sent together. */
function createSender(post: (requests: readonly ScannerRequest[]) => void) {
  let unsent: ScannerRequest[] = []

  return (request: ScannerRequest): void => {
    if (unsent.push(request) > 1) return
    setImmediate(() => {
      const requests = unsent
      unsent = []
      post(requests)
    })
  }
}
