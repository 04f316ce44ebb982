import type { CompiledQuery, Dialect, QueryResult } from 'kysely'

export type EngineDialect = Omit<Dialect, 'createDriver'>

/** The database was closed, because the server stops. */
export class DatabaseClosed extends Error {
  constructor() {
    super('the database is closed')
    this.name = 'DatabaseClosed'
  }
}

/** A started transaction, which owns its connection until it ends. */
export interface EngineTransaction {
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** The port of database engines. A new engine is one file that returns this and passes `conformance.ts`. */
export interface Engine {
  readonly dialect: EngineDialect
  begin(): Promise<EngineTransaction>
  /** Runs a query outside of transactions. A select never waits for a writer and sees committed rows only. */
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  scan<Row>(query: CompiledQuery): AsyncIterableIterator<Row[]>
  isDuplicate(error: unknown): boolean
  backup(file: string): Promise<void>
  problems(): Promise<string[]>
  /** Pending and later reads fail with `DatabaseClosed`. */
  close(): Promise<void>
}
