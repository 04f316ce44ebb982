import { Worker } from 'node:worker_threads'
import type { SQLInputValue } from 'node:sqlite'
import { endThread } from '#platform/end-thread'
import type { ScannerAnswer, ScannerRequest } from './sqlite-scanner.worker.ts'

/** Runs selects on a thread and a connection of their own. */
export interface Scanner {
  scan<Row>(sql: string, parameters: SQLInputValue[]): AsyncIterableIterator<Row[]>
  close(): Promise<void>
}

/** Several threads, so that a short scan need not wait for a long one. Each starts when those before it are busy. */
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

/** The thread starts with the first scan, so that a start pays nothing for it. */
export function startScanner(file: string): Scanner {
  const waiting = new Map<number, PromiseWithResolvers<ScannerAnswer>>()
  let worker: Worker | undefined
  let scans = 0

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-scanner.worker.ts', import.meta.url), { workerData: { file } })
    started.unref()
    started.on('message', (answer: ScannerAnswer) => {
      waiting.get(answer.scan)?.resolve(answer)
      waiting.delete(answer.scan)
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('the reader thread has ended')))
    return started
  }

  function fail(ended: Worker, error: unknown): void {
    if (worker === ended) worker = undefined
    for (const asked of waiting.values()) asked.reject(error)
    waiting.clear()
  }

  /** One question, one answer: the next chunk is asked for when the last was taken, which paces the thread. */
  function ask(request: ScannerRequest): Promise<ScannerAnswer> {
    const answer = Promise.withResolvers<ScannerAnswer>()
    waiting.set(request.scan, answer)
    worker ??= start()
    worker.ref()
    worker.postMessage(request)
    return answer.promise.finally(() => waiting.size === 0 && worker?.unref())
  }

  return {
    async *scan<Row>(sql: string, parameters: SQLInputValue[]) {
      const scan = ++scans
      let request: ScannerRequest = { scan, kind: 'open', sql, parameters }
      let finished = false
      try {
        for (;;) {
          const answer = await ask(request)
          finished = answer.finished
          if (answer.problem !== undefined) throw new Error(`${answer.problem} in: ${sql}`)
          if (answer.rows.length > 0) yield answer.rows as Row[]
          if (finished) return
          request = { scan, kind: 'next' }
        }
      } finally {
        if (!finished) worker?.postMessage({ scan, kind: 'close' } satisfies ScannerRequest)
      }
    },
    async close() {
      await endThread(worker)
    },
  }
}
