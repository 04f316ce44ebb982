import type { CompiledQuery, Dialect, QueryResult } from 'kysely'

/** What Kysely needs to know of an engine's SQL. */
export type EngineDialect = Omit<Dialect, 'createDriver'>

/** Work came to an end, or was to begin, after its database was closed: the server stops. */
export class DatabaseClosed extends Error {
  constructor() {
    super('the database is closed')
    this.name = 'DatabaseClosed'
  }
}

/** A transaction that has begun and owns its connection until it ends. */
export interface EngineTransaction {
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/**
 * The seam to one database engine: everything above it is the same source for every engine. A new engine is one file
 * that returns this, and passes `conformance.ts`.
 */
export interface Engine {
  readonly dialect: EngineDialect
  /** Waits until a transaction may begin, and begins it. Writers take turns in the order they asked. */
  begin(): Promise<EngineTransaction>
  /** Runs one query that belongs to no transaction. A select never waits for a writer and sees only what is committed. */
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  /** Runs a select away from the event loop; rows come in chunks small enough to be taken over within milliseconds. */
  scan<Row>(query: CompiledQuery): AsyncIterableIterator<Row[]>
  /** Whether a query failed because a unique row exists already. */
  isDuplicate(error: unknown): boolean
  /** Writes a consistent copy of the whole database while others read and write. */
  backup(file: string): Promise<void>
  /** What the engine itself finds wrong with its files, one line each. */
  problems(): Promise<string[]>
  /** What still reads, and what comes later, fails as `DatabaseClosed`. */
  close(): Promise<void>
}
