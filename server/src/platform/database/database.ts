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
   * beside other programs that write to PostgreSQL. Where `check` throws, the work has learnt nothing from the database and changes
   * nothing: what both read first is sent together. An inner transaction has none.
   */
  transaction<Result>(
    work: () => Promise<Result>,
    options?: { readonly readsBeside?: boolean; readonly isSnapshot?: boolean; readonly check?: () => Promise<void> },
  ): Promise<Result>
  /**
   * Runs `check`, which throws where the work is not allowed, before the work and again in every transaction of it, which learns
   * nothing from the database and stores nothing without it. Permission is thus decided at the time of the change, however long the
   * work took. Anything still running after the work has ended is not checked. Work that does all in one transaction needs no check
   * before it (`isTransaction`).
   */
  guarded<Result>(check: () => Promise<void>, work: () => Promise<Result>, isTransaction?: boolean): Promise<Result>
  /**
   * Runs a statement whose result nobody reads. A transaction does not wait for it: where it fails, the transaction fails, at its
   * commit at the latest.
   */
  write(statement: CompiledQuery): Promise<void>
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
  /** Resolves once the work is allowed, and fails where it is not. */
  allowed: Promise<unknown> | undefined
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
  function scan<Row>(compiled: CompiledQuery): AsyncIterableIterator<Row[]> {
    const current = ambient()
    return current === undefined ? engine.scan(compiled) : scanBeside(current, engine.scan<Row>(compiled))
  }
  const query = bind(engine, {
    run<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
      const current = ambient()
      if (current !== undefined) return runIn(current, compiled)
      const isChecked = guard() !== undefined && compiled.query.kind !== 'SelectQueryNode'
      return isChecked ? transaction(() => query.executeQuery<Row>(compiled)) : engine.run(compiled)
    },
    scan,
  })
  const reader = bind(engine, {
    run: (compiled) => {
      const current = ambient()
      return current === undefined || current.readsBeside ? collect(scan(compiled)) : runIn(current, compiled)
    },
    scan,
  })

  const transaction: Database['transaction'] = async (
    work,
    { readsBeside = false, isSnapshot = false, check } = {},
  ) => {
    const outer = ambient()
    if (outer !== undefined) return joined(outer, work)
    const engineTransaction = await engine.begin({ isSnapshot })
    const started: Ambient = {
      transaction: engineTransaction,
      afterCommit: [],
      gathered: new Map(),
      readsBeside,
      allowed: undefined,
      open: true,
      doomed: undefined,
    }
    let result: Awaited<ReturnType<typeof work>>
    try {
      if (readsBeside) await engineTransaction.started
      const checks = [guard()?.check, check].filter((one) => one !== undefined)
      started.allowed = inOrder(checks.map((one) => storage.run({ ...started }, one)))
      started.allowed.catch(() => undefined)
      result = await storage.run(started, async () => {
        const worked = await work()
        await started.allowed
        if (started.doomed === undefined) for (const { save } of started.gathered.values()) await save()
        return worked
      })
      if (started.doomed !== undefined) throw started.doomed.error
    } catch (error) {
      await started.allowed?.catch(() => undefined)
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
    async guarded(check, work, isTransaction = false) {
      if (!isTransaction) await check()
      const started: Guard = { check, open: true }
      try {
        return await guards.run(started, work)
      } finally {
        started.open = false
      }
    },
    async write(compiled) {
      const current = ambient()
      if (current === undefined) await query.executeQuery(compiled)
      else await inOrder([current.transaction.write(compiled), Promise.resolve(current.allowed)])
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

/** Fails with the error of the first that fails, once all have ended. */
async function inOrder(all: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(all)
  await Promise.all(all)
}

async function runIn<Row>({ transaction, allowed }: Ambient, query: CompiledQuery): Promise<QueryResult<Row>> {
  const running = transaction.run<Row>(query)
  if (allowed !== undefined) await inOrder([allowed, running])
  return running
}

/** A scan has a connection of its own: it waits until the transaction may work, and has its turn. */
async function* scanBeside<Row>(
  { transaction, allowed }: Ambient,
  chunks: AsyncIterable<Row[]>,
): AsyncIterableIterator<Row[]> {
  await Promise.all([transaction.started, allowed])
  yield* chunks
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
