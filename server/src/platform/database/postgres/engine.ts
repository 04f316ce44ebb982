import { PostgresAdapter, PostgresIntrospector, type CompiledQuery, type QueryResult } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import type { PostgresAddress } from '../../../config/database-address.ts'
import { createMutex } from '#platform/mutex'
import type { Lead } from '#platform/lead/lead'
import { DatabaseAway, DatabaseClosed, type Engine } from '../engine.ts'
import { PostgresCompiler } from './compiler.ts'
import { createPipeline } from './pipeline.ts'
import { createScanner } from './scanner.ts'
import { preparePostgres } from './preparation.ts'
import { shareSync } from '../shared-sync.ts'

/** One writer at a time among all programs on a database: the key is for it alone. */
const writerLock = 7_276_860

const statement = (sql: string) => ({ sql, parameters: [] })
const turnOfWriter = ['begin', 'set local synchronous_commit = off', `select pg_advisory_xact_lock(${writerLock})`].map(
  statement,
)
const snapshot = [statement('begin isolation level repeatable read read only')]

function reasonOf({ code = '', message }: Error & { code?: string }): string {
  if (/^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/.test(code))
    return 'its certificate is of no authority that is known here: sslrootcert names the file of one'
  return message.includes('password must be a string') ? 'it asks for a password' : message
}

/**
 * Transactions take turns as with SQLite: in the order of asking within a server, by an advisory lock among programs, which ends
 * with the transaction. So `read committed` is enough, no transaction fails for the sake of another, and none has to run twice.
 * A commit resolves once the log is on disk; but the next writer does not wait for that, and quick successive commits share one
 * wait.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose parts share the connections
export async function openPostgres(
  { maxConnections, ...address }: PostgresAddress,
  lead?: Pick<Lead, 'name' | 'admit'>,
): Promise<Engine> {
  const pool = new Pool({
    application_name: 'vermilion',
    ...address,
    max: maxConnections,
    ...(lead && {
      application_name: lead.name,
      verify: (client, admit) => void lead.admit(client).then(() => admit(), admit),
    }),
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 15_000,
    // Statements are short, and to compile one takes longer than to run it.
    options: '-c jit=off -c TimeZone=UTC',
  })
  // Connections that are lost while idle; the next statement opens another.
  pool.on('error', () => undefined)
  // One that is lost while it works fails its statement; without a listener it would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const version = await preparePostgres(pool).catch(async (error: Error & { code?: string }) => {
    await pool.end()
    throw new Error(`PostgreSQL at ${address.host ?? ''}, database ${address.database ?? ''}: ${reasonOf(error)}`)
  })
  const turn = createMutex()
  // Waits for the log: a commit of its own is written after those of all before it.
  const log = shareSync(async () => {
    await pool.query(`select pg_logical_emit_message(true, 'vermilion', '')`)
  })
  const working = new Set<PoolClient>()
  let isClosed = false

  async function connect(): Promise<PoolClient> {
    if (isClosed) throw new DatabaseClosed()
    const client = await pool.connect().catch((error: unknown) => {
      throw reported(error)
    })
    working.add(client)
    return client
  }
  function release(client: PoolClient, isBroken = false): void {
    if (working.delete(client)) client.release(isBroken)
  }
  const reported = (error: unknown) => {
    if (isClosed) return new DatabaseClosed()
    return isAway(error) ? new DatabaseAway(error) : error
  }

  const begin: Engine['begin'] = async ({ isSnapshot = false } = {}) => {
    const leave = await turn()
    let client: PoolClient
    try {
      client = await connect()
    } catch (error) {
      leave()
      throw error
    }
    const { run } = createPipeline(client)
    let failure: { readonly error: unknown } | undefined
    const noteFailure = (error: unknown) => void (failure ??= { error: reported(error) })
    const started = Promise.all((isSnapshot ? snapshot : turnOfWriter).map(run))
    started.catch(noteFailure)

    async function commit(): Promise<void> {
      if (failure === undefined) await run(statement('commit')).catch(noteFailure)
      // A statement that failed ends all, even where somebody has caught that.
      if (failure !== undefined) {
        await rollback()
        throw failure.error
      }
      finish(false)
      await log.synced().catch((error: unknown) => {
        throw reported(error)
      })
    }
    /** The server ends the transaction of a connection that is gone. */
    async function rollback(): Promise<void> {
      const isBroken = await run(statement('rollback')).then(
        () => false,
        () => true,
      )
      finish(isBroken)
    }
    function finish(isBroken: boolean): void {
      release(client, isBroken)
      leave()
    }
    return {
      started,
      async run<Row>(query: CompiledQuery) {
        try {
          return await run<Row>(query)
        } catch (error) {
          noteFailure(error)
          throw reported(error)
        }
      },
      // A statement whose result nobody waits for is sent with the next that somebody does, or with the commit.
      async write(query) {
        void run(query).catch(noteFailure)
      },
      commit,
      rollback,
    }
  }

  const scanner = createScanner({ connect, release, maxScans: maxConnections - 3 })
  return {
    kind: 'postgres',
    version: `PostgreSQL ${version}`,
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
    },
    begin,
    async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (query.query.kind !== 'SelectQueryNode') {
        const transaction = await begin()
        const running = transaction.run<Row>(query)
        running.catch(() => undefined)
        await transaction.commit()
        return running
      }
      const client = await connect()
      try {
        return await createPipeline(client).run<Row>(query)
      } catch (error) {
        throw reported(error)
      } finally {
        release(client)
      }
    },
    async *scan<Row>(query: CompiledQuery) {
      try {
        yield* scanner.scan<Row>(query)
      } catch (error) {
        throw reported(error)
      }
    },
    isDuplicate: (error) => error instanceof Error && 'code' in error && error.code === '23505',
    backup: () => Promise.reject(new Error('a database of PostgreSQL is copied by pg_dump')),
    async problems() {
      const { rows }: { rows: { index: string }[] } = await pool.query(
        'select indexrelid::regclass::text as index from pg_index where not indisvalid',
      )
      return rows.map(({ index }) => `the index ${index} is not valid`)
    },
    async close() {
      const leave = await turn()
      isClosed = true
      const pids = [...working].map((client) => (client as PoolClient & { processID: number }).processID)
      if (pids.length > 0) await pool.query('select pg_cancel_backend(pid) from unnest($1::int[]) as pid', [pids])
      await log.ended()
      for (const client of working) release(client, true)
      await pool.end()
      leave()
    },
  }
}

/** True for a connection that was lost or not to be had. The first two signs of a SQLSTATE are its class. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return false
  const code = 'code' in error ? String(error.code) : ''
  if (/^(?:08...|57P..|E[A-Z]+)$/.test(code)) return true
  return (
    code === '' && /^(?:Connection terminated|Client has encountered|timeout exceeded|Query read)/.test(error.message)
  )
}
