import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { teachFolding } from './fold-case.ts'

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

/** Receiving a message costs the event loop about as much as making it did: the bounds of a chunk keep it within milliseconds. */
const chunkRows = 1_000
const chunkMilliseconds = 4
const maxStatements = 200

/** A connection with its prepared statements, each as costly as a short scan. */
interface Connection {
  readonly database: DatabaseSync
  readonly statements: Map<string, StatementSync>
}

interface OpenScan {
  readonly connection: Connection
  readonly rows: Iterator<unknown>
}

/**
 * An open scan pins its snapshot: a scan that starts on the same connection would see only that, so it gets another connection.
 */
const open = new Map<number, OpenScan>()
let idle: Connection | undefined = connect()

function connect(): Connection {
  const database = new DatabaseSync((workerData as { file: string }).file, { readOnly: true, timeout: 5_000 })
  teachFolding(database)
  database.exec('pragma cache_size = -16000; pragma temp_store = memory')
  return { database, statements: new Map() }
}

function prepare({ database, statements }: Connection, sql: string): StatementSync {
  const statement = statements.get(sql) ?? database.prepare(sql)
  if (statements.size >= maxStatements) statements.clear()
  statements.set(sql, statement)
  return statement
}

function begin({ scan, sql, parameters }: ScannerRequest & { kind: 'open' }): OpenScan {
  const connection = idle ?? connect()
  idle = undefined
  try {
    const started = { connection, rows: prepare(connection, sql).iterate(...parameters) }
    open.set(scan, started)
    return started
  } catch (error) {
    release(connection)
    throw error
  }
}

function end(scan: number): void {
  const finished = open.get(scan)
  if (finished === undefined) return
  open.delete(scan)
  finished.rows.return?.()
  release(finished.connection)
}

function release(connection: Connection): void {
  if (idle === undefined) idle = connection
  else connection.database.close()
}

function nextChunk(request: ScannerRequest): ScannerAnswer {
  const { scan } = request
  const rows: unknown[] = []
  const openScan = request.kind === 'open' ? begin(request) : open.get(scan)
  if (openScan === undefined) return { scan, rows, finished: true, problem: 'the scan is not open' }
  let until = Infinity
  while (rows.length < chunkRows && performance.now() < until) {
    const next = openScan.rows.next()
    if (next.done === true) {
      end(scan)
      return { scan, rows, finished: true }
    }
    if (rows.length === 0) until = performance.now() + chunkMilliseconds
    rows.push(next.value)
  }
  return { scan, rows, finished: false }
}

function respond(request: Exclude<ScannerRequest, { kind: 'close' }>): ScannerAnswer {
  try {
    return nextChunk(request)
  } catch (error) {
    end(request.scan)
    const problem = error instanceof Error ? error.message : 'failed'
    return { scan: request.scan, rows: [], finished: true, problem }
  }
}

/** Responses are batched too, but none waits long for those behind it. */
parentPort?.on('message', (requests: readonly ScannerRequest[]) => {
  let responses: ScannerAnswer[] = []
  let from = performance.now()
  for (const request of requests) {
    if (request.kind === 'close') end(request.scan)
    else responses.push(respond(request))
    if (performance.now() - from < chunkMilliseconds) continue
    parentPort?.postMessage(responses)
    responses = []
    from = performance.now()
  }
  if (responses.length > 0) parentPort?.postMessage(responses)
})
