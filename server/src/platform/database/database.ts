import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import type { Engine, EngineKind, EngineTransaction } from './engine.ts'

export interface Database {
  /** For what one engine has and the other lacks; statements are written with `dialect`. */
  readonly kind: EngineKind
  readonly version: string
  /**
   * Joins an ambient `transaction`; outside, each statement stands alone and a select never waits for a writer. It runs on the
   * event loop: use it for point reads and short lists.
   */
  query<Tables>(): Kysely<Tables>
  /**
   * Reads many rows on a thread of its own. It sees everything committed before the call; inside `transaction` also its writes.
   */
  reader<Tables>(): Kysely<Tables>
  /**
   * Does the work all or nothing. A nested transaction joins the outer one, which can no longer commit once the inner one throws.
   * Writers take turns, so no hashing, file or network waits belong inside. With `readsBeside`, `reader` stays on its threads and
   * does not see the transaction's own writes: for long reads that must keep others from writing. `isSnapshot` is for long reads
   * beside other programs that write to PostgreSQL.
   */
  transaction<Result>(
    work: () => Promise<Result>,
    options?: { readonly readsBeside?: boolean; readonly isSnapshot?: boolean },
  ): Promise<Result>
  /**
   * Runs `check`, which throws where the work is not allowed, before the work and again in every transaction of it before the
   * first change. Permission is thus decided at the time of the change, however long the work took. Anything still running after
   * the work has ended is not checked.
   */
  guarded<Result>(check: () => Promise<void>, work: () => Promise<Result>): Promise<Result>
  /** Runs the action after the ambient transaction commits, never after a rollback; without a transaction, at once. */
  afterCommit(action: () => void): void
  /** `save` writes the value as the transaction's last step, and a rollback drops it. Undefined without a transaction. */
  gathered<Value>(key: object, make: () => Gathered<Value>): Value | undefined
  /** True when a statement failed on a unique row that exists already. */
  isDuplicate(error: unknown): boolean
  backup(file: string): Promise<void>
  problems(): Promise<string[]>
  close(): Promise<void>
}

interface Gathered<Value> {
  readonly value: Value
  save(): Promise<void>
}

/** The transaction of the running code. `open` ends with it, for unawaited work that outlives it. */
interface Ambient {
  readonly transaction: EngineTransaction
  readonly afterCommit: (() => void)[]
  readonly gathered: Map<object, Gathered<unknown>>
  readonly readsBeside: boolean
  open: boolean
  doomed: { readonly error: unknown } | undefined
}

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

  const transaction: Database['transaction'] = async (work, { readsBeside = false, isSnapshot = false } = {}) => {
    const outer = ambient()
    if (outer !== undefined) return joined(outer, work)
    const engineTransaction = await engine.begin({ isSnapshot })
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
    kind: engine.kind,
    version: engine.version,
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

interface Route {
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  scan<Row>(query: CompiledQuery): AsyncIterableIterator<Row[]>
}

/** A Kysely bound to a route; its own transactions are refused in favor of the ambient one. */
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
