import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

export type ScannerRequest =
  | { scan: number; kind: 'open'; sql: string; parameters: SQLInputValue[] }
  | { scan: number; kind: 'next' }
  | { scan: number; kind: 'close' }

export interface ScannerAnswer {
  scan: number
  rows: unknown[]
  finished: boolean
  problem?: string
}

/**
 * Bounds of one answer. Taking a message over costs the event loop about what it cost to make here, so both keep a
 * chunk within a few milliseconds: rows for many small ones, time for few large ones.
 */
const chunkRows = 1_000
const chunkMilliseconds = 4

const database = new DatabaseSync((workerData as { file: string }).file, { readOnly: true, timeout: 5_000 })
database.exec('pragma cache_size = -16000; pragma temp_store = memory')

/** Each open scan keeps its own snapshot of the database until it is read to the end or closed. */
const open = new Map<number, Iterator<unknown>>()

function nextChunk(request: ScannerRequest): ScannerAnswer {
  const rows: unknown[] = []
  const rowsOfScan =
    request.kind === 'open' ? database.prepare(request.sql).iterate(...request.parameters) : open.get(request.scan)
  if (rowsOfScan === undefined) return { scan: request.scan, rows, finished: true, problem: 'the scan is not open' }
  open.set(request.scan, rowsOfScan)
  const from = performance.now()
  while (rows.length < chunkRows && performance.now() - from < chunkMilliseconds) {
    const next = rowsOfScan.next()
    if (next.done === true) {
      open.delete(request.scan)
      return { scan: request.scan, rows, finished: true }
    }
    rows.push(next.value)
  }
  return { scan: request.scan, rows, finished: false }
}

parentPort?.on('message', (request: ScannerRequest) => {
  if (request.kind === 'close') {
    open.get(request.scan)?.return?.()
    open.delete(request.scan)
    return
  }
  let answer: ScannerAnswer
  try {
    answer = nextChunk(request)
  } catch (error) {
    open.delete(request.scan)
    answer = {
      scan: request.scan,
      rows: [],
      finished: true,
      problem: error instanceof Error ? error.message : 'failed',
    }
  }
  parentPort?.postMessage(answer)
})
