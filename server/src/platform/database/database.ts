import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Engine, EngineTransaction } from './engine.ts'

export interface Database {
  /**
   * The query builder over the tables a store declares. Inside `transaction` it works in it; outside, each statement
   * stands alone and a select never waits for a writer. For point reads and short lists: it runs on the event loop.
   */
  query<Tables>(): Kysely<Tables>
  /**
   * The same for reads that touch many rows (lists, aggregates, scans): they run on a thread of their own and see
   * everything committed before they were sent. Inside `transaction` they read in it, so that it sees its own writes.
   */
  reader<Tables>(): Kysely<Tables>
  /**
   * Does the work all or nothing. A transaction inside another joins it; if it throws, the outer one cannot commit
   * any more. Writers take turns, so nothing slow belongs inside: no hashing, no waiting for files or the network. With
   * `readsBeside` the `reader` reads on its threads, and so does not see what the transaction has written itself: for long reads
   * while nobody else may write.
   */
  transaction<Result>(work: () => Promise<Result>, options?: { readonly readsBeside?: boolean }): Promise<Result>
  /**
   * Does the work under a check that throws where the work is not allowed: it runs before the work, and again in every transaction
   * that the work begins, before the first change. So what is allowed is decided where it is done, however long the work has taken
   * to come there. What the work has left running is not checked once the work has ended.
   */
  guarded<Result>(check: () => Promise<void>, work: () => Promise<Result>): Promise<Result>
  /** Does it once the transaction around has committed, never if it is rolled back; without one, at once. */
  afterCommit(action: () => void): void
  /**
   * What the transaction around gathers under a key, made when it is first asked for: `save` writes it as the transaction's
   * last part, and a rollback drops it. Undefined without a transaction.
   */
  gathered<Value>(key: object, make: () => Gathered<Value>): Value | undefined
  /** Whether a statement failed because a unique row exists already. */
  isDuplicate(error: unknown): boolean
  /** Writes a consistent copy while the database is in use. */
  backup(file: string): Promise<void>
  /** What is wrong with the database's own files, one line each. */
  problems(): Promise<string[]>
  close(): Promise<void>
}

interface Gathered<Value> {
  readonly value: Value
  save(): Promise<void>
}

/** The transaction that the code running now belongs to. `open` ends with it, for work that outlives it unawaited. */
interface Ambient {
  readonly transaction: EngineTransaction
  readonly afterCommit: (() => void)[]
  readonly gathered: Map<object, Gathered<unknown>>
  readonly readsBeside: boolean
  open: boolean
  doomed: { readonly error: unknown } | undefined
}

/** The check of the work that the code running now belongs to. */
interface Guard {
  readonly check: () => Promise<void>
  open: boolean
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the transaction and the check around
export function createDatabase(engine: Engine): Database {
  const storage = new AsyncLocalStorage<Ambient>()
  const guards = new AsyncLocalStorage<Guard>()
  const guard = () => {
    const current = guards.getStore()
    return current?.open === true ? current : undefined
  }
  const ambient = () => {
    const current = storage.getStore()
    return current?.open === true ? current : undefined
  }
  const query = bind(engine, {
    run<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
      const current = ambient()
      if (current !== undefined) return current.transaction.run(compiled)
      const isChecked = guard() !== undefined && compiled.query.kind !== 'SelectQueryNode'
      return isChecked ? transaction(() => query.executeQuery<Row>(compiled)) : engine.run(compiled)
    },
    scan: (compiled) => engine.scan(compiled),
  })
  const reader = bind(engine, {
    run: (compiled) => {
      const current = ambient()
      return current === undefined || current.readsBeside
        ? collect(engine.scan(compiled))
        : current.transaction.run(compiled)
    },
    scan: (compiled) => engine.scan(compiled),
  })

  const transaction: Database['transaction'] = async (work, { readsBeside = false } = {}) => {
    const outer = ambient()
    if (outer !== undefined) return joined(outer, work)
    const engineTransaction = await engine.begin()
    const started: Ambient = {
      transaction: engineTransaction,
      afterCommit: [],
      gathered: new Map(),
      readsBeside,
      open: true,
      doomed: undefined,
    }
    let result: Awaited<ReturnType<typeof work>>
    try {
      result = await storage.run(started, async () => {
        await guard()?.check()
        const worked = await work()
        if (started.doomed === undefined) for (const { save } of started.gathered.values()) await save()
        return worked
      })
      if (started.doomed !== undefined) throw started.doomed.error
    } catch (error) {
      started.open = false
      await started.transaction.rollback()
      throw error
    }
    started.open = false
    await started.transaction.commit()
    storage.exit(() => guards.exit(() => started.afterCommit.forEach((action) => action())))
    return result
  }

  return {
    query: <Tables>() => query as Kysely<Tables>,
    reader: <Tables>() => reader as Kysely<Tables>,
    transaction,
    async guarded(check, work) {
      await check()
      const started: Guard = { check, open: true }
      try {
        return await guards.run(started, work)
      } finally {
        started.open = false
      }
    },
    afterCommit(action) {
      const current = ambient()
      if (current === undefined) action()
      else current.afterCommit.push(action)
    },
    gathered<Value>(key: object, make: () => Gathered<Value>) {
      const current = ambient()
      if (current === undefined) return undefined
      const existing = (current.gathered.get(key) as Gathered<Value> | undefined) ?? make()
      current.gathered.set(key, existing)
      return existing.value
    },
    isDuplicate: engine.isDuplicate,
    backup: engine.backup,
    problems: engine.problems,
    close: engine.close,
  }
}

async function joined<Result>(outer: Ambient, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    outer.doomed ??= { error }
    throw error
  }
}

async function collect<Row>(chunks: AsyncIterable<Row[]>): Promise<QueryResult<Row>> {
  const all: Row[][] = []
  for await (const rows of chunks) all.push(rows)
  return { rows: all.length === 1 ? (all[0] ?? []) : all.flat() }
}

/** Where the statements of one Kysely instance go. */
interface Route {
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  scan<Row>(query: CompiledQuery): AsyncIterableIterator<Row[]>
}

/** A Kysely whose every statement takes a route; its own transactions are refused in favour of the ambient one. */
function bind(engine: Engine, route: Route): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: (compiled) => route.run(compiled),
    async *streamQuery<Row>(compiled: CompiledQuery) {
      for await (const rows of route.scan<Row>(compiled)) yield { rows }
    },
  }
  const refuse = () => Promise.reject(new Error('transactions begin with database.transaction(…)'))
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
  return new Kysely<unknown>({ dialect: { ...engine.dialect, createDriver: () => driver } })
}
