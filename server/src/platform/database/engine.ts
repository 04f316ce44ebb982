import type { CompiledQuery, Dialect, QueryResult } from 'kysely'

export type EngineDialect = Omit<Dialect, 'createDriver'>

export class DatabaseClosed extends Error {
  constructor() {
    super('the database is closed')
    this.name = 'DatabaseClosed'
  }
}

/** The database cannot be reached. A commit that failed so may have been carried out. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'DatabaseAway'
  }
}

/** A started transaction, which owns its connection until it ends. */
export interface EngineTransaction {
  /** Resolves once other writers wait for it. */
  readonly started: Promise<unknown>
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  /** Runs a statement before those that follow. Where it fails after this has resolved, the commit fails with its error. */
  write(query: CompiledQuery): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

export type EngineKind = 'sqlite' | 'postgres'

/** The port of database engines. A new engine is one file that returns this and passes `conformance.ts`. */
export interface Engine {
  readonly kind: EngineKind
  /** Its name and number, as people say them. */
  readonly version: string
  readonly dialect: EngineDialect
  /**
   * Waits for its turn, in the order of asking, and begins a transaction. With `isSnapshot` it only reads, and sees what was stored
   * at its begin while other programs write.
   */
  begin(options?: { readonly isSnapshot?: boolean }): Promise<EngineTransaction>
  /** Runs a query outside of transactions. A select never waits for a writer and sees committed rows only. */
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  /** Runs a select off the event loop; chunks are small enough to receive within milliseconds. */
  scan<Row>(query: CompiledQuery): AsyncIterableIterator<Row[]>
  /** True when a query failed on a unique row that exists already. */
  isDuplicate(error: unknown): boolean
  /** Writes a consistent copy of the database while others read and write. */
  backup(file: string): Promise<void>
  /** Problems that the engine finds in its files, one line each. */
  problems(): Promise<string[]>
  /** Pending and later reads fail with `DatabaseClosed`. */
  close(): Promise<void>
}
