import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, QueryResult, RawNode } from 'kysely'
import { createMutex } from '#platform/mutex'
import { written } from './dialect.ts'
import { DatabaseClosed, type Engine } from './engine.ts'
import { teachFolding } from './fold-case.ts'
import { createSharedSync } from './shared-sync.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { startScanner, startScanners } from './sqlite-scanner.ts'

/** Milliseconds that a connection waits for a write of another process (the command line). */
const busyTimeout = 5_000
const maxStatements = 400
const readerThreads = 2

/** Result codes of SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const duplicateCodes = [1555, 2067]

/**
 * One writing connection, one beside it for short selects, and worker threads for scans. In WAL mode readers and the writer never
 * wait for each other.
 * A commit resolves once the log is on disk, as with `synchronous=FULL`; but neither the next writer nor the event loop waits for
 * that, and quick successive commits share one sync.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose parts share the connections
export function openSqlite(file: string): Engine {
  const writer = openConnection(file, false)
  const reader = openConnection(file, true)
  const scanner = startScanners(file, readerThreads)
  const log = createSharedSync(`${file}-wal`)
  const turn = createMutex()
  let isClosed = false
  const requireOpen = () => {
    if (isClosed) throw new DatabaseClosed()
  }

  return {
    kind: 'sqlite',
    version: `SQLite ${process.versions['sqlite'] ?? ''}`,
    dialect: {
      createAdapter: () => new SharedSqliteAdapter(),
      createQueryCompiler: () => new DialectCompiler(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
    async begin() {
      const release = await turn()
      try {
        requireOpen()
        writer.exec('begin immediate')
      } catch (error) {
        release()
        throw error
      }
      const end = (how: 'commit' | 'rollback') => {
        try {
          writer.exec(how)
        } finally {
          release()
        }
      }
      return {
        started: Promise.resolve(),
        run: async (query) => writer.run(query),
        write: async (query) => void writer.run(query),
        async commit() {
          end('commit')
          await log.synced()
        },
        rollback: async () => end('rollback'),
      }
    },
    async run<Row>(query: CompiledQuery) {
      requireOpen()
      if (query.query.kind === 'SelectQueryNode') return reader.run<Row>(query)
      const release = await turn()
      let result: QueryResult<Row>
      try {
        requireOpen()
        result = writer.run(query)
      } finally {
        release()
      }
      await log.synced()
      return result
    },
    scan: (query) => scanner.scan(query.sql, query.parameters.map(bindable)),
    isDuplicate: (error) =>
      error instanceof Error && 'errcode' in error && duplicateCodes.includes(Number(error.errcode)),
    backup: (target) => copyDatabase(reader, target),
    async problems() {
      // A connection that has searched before compares its cached search index with the writes of others.
      const fresh = startScanner(file)
      const matches: string[] = []
      try {
        for await (const rows of fresh.scan<{ integrity_check: string }>('pragma integrity_check', []))
          matches.push(...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'))
        for await (const rows of fresh.scan<{ table: string; parent: string }>('pragma foreign_key_check', []))
          matches.push(
            ...rows.map(({ table, parent }) => `a row of ${table} names a row of ${parent} that is not there`),
          )
      } finally {
        await fresh.close()
      }
      return matches
    },
    async close() {
      const release = await turn()
      isClosed = true
      await scanner.close()
      await log.close()
      reader.close()
      // A program that reads for good, such as litestream, would hold up the end; it makes the checkpoint itself.
      writer.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
      writer.close()
      release()
    },
  }
}

/** Kysely's own turns would make a statement that waits for a transaction hold up that transaction's statements. */
class SharedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class DialectCompiler extends SqliteQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    const expression = written(node, sqliteDialect)
    if (expression === undefined) super.visitRaw(node)
    else this.visitNode(expression.toOperationNode())
  }
}

interface Connection {
  run<Row>(query: CompiledQuery): QueryResult<Row>
  exec(sql: string): void
  close(): void
}

interface PreparedStatement {
  readonly statement: StatementSync
  readonly hasRows: boolean
}

function openConnection(file: string, readOnly: boolean): Connection {
  const database = new DatabaseSync(file, { readOnly, timeout: busyTimeout })
  teachFolding(database)
  if (!readOnly) {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma journal_size_limit = 67108864')
  }
  database.exec('pragma foreign_keys = on; pragma cache_size = -8000; pragma temp_store = memory')
  const statements = new Map<string, PreparedStatement>()

  function prepare(sql: string): PreparedStatement {
    const statement = statements.get(sql) ?? prepareNow(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    const oldest = statements.size > maxStatements ? statements.keys().next().value : undefined
    if (oldest !== undefined) statements.delete(oldest)
    return statement
  }

  function prepareNow(sql: string): PreparedStatement {
    const statement = database.prepare(sql)
    // Cached, since it costs as much as finding a row.
    return { statement, hasRows: statement.columns().length > 0 }
  }

  return {
    run<Row>(query: CompiledQuery): QueryResult<Row> {
      const { statement, hasRows } = prepare(query.sql)
      const parameters = query.parameters.map(bindable)
      if (hasRows) return { rows: statement.all(...parameters) as Row[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) }
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  }
}

/** SQLite has no booleans; `node:sqlite` itself refuses other unsupported values. */
function bindable(value: unknown): SQLInputValue {
  return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue
}

async function copyDatabase(source: Connection, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  source.exec(`vacuum into '${target.replaceAll("'", "''")}'`)
  const copy = await open(target, 'r')
  await copy.sync()
  await copy.close()
}
