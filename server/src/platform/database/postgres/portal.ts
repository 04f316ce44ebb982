import type { QueryResult } from 'kysely'
import type { Connection, PoolClient, Submittable } from 'pg'

export interface Statement {
  readonly sql: string
  readonly values: readonly (Buffer | string | null)[]
}

export function statementOf({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): Statement {
  return { sql, values: parameters.map(encode) }
}

/** Rows of a statement, some at a time. A portal that is suspended holds its connection and its moment. */
export interface Portal<Row> {
  /** The next rows; `isEnd` with the last of them, after which the connection is free. */
  next(): Promise<QueryResult<Row> & { readonly isEnd: boolean }>
  leave(): Promise<void>
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

interface Column {
  readonly name: string
  readonly at: number
  readonly read: (text: string) => unknown
}

/** The part of a connection that `pg-cursor`, of the same maker, goes by too. */
interface Wire extends Pick<Connection, 'stream' | 'flush' | 'sync'> {
  parse(query: { name: string; text: string }): void
  bind(config: { statement: string; values: readonly (Buffer | string | null)[] }): void
  describe(config: { type: string; name: string }): void
  execute(config: { rows: number }): void
  close(config: { type: string; name: string }): void
}

const maxStatements = 300

/** The statements that a connection has prepared by their texts, the oldest use first, and names that it no longer needs. */
interface Prepared {
  readonly names: Map<string, string>
  readonly unused: string[]
}

const preparedBy = new WeakMap<PoolClient, Prepared>()
let lastName = 0

/** A name is never used again, so it does not matter whether a statement failed before or after it was prepared. */
function forget({ names, unused }: Prepared, sql = ''): void {
  unused.push(names.get(sql) ?? '')
  names.delete(sql)
}

function send(client: PoolClient, wire: Wire, { sql, values }: Statement, rows = 0): void {
  const prepared = preparedBy.get(client) ?? { names: new Map<string, string>(), unused: [] }
  preparedBy.set(client, prepared)
  const { names, unused } = prepared
  const existing = names.get(sql)
  const name = existing ?? `v${++lastName}`
  names.delete(sql)
  names.set(sql, name)
  if (names.size > maxStatements) forget(prepared, names.keys().next().value)
  for (const old of unused.splice(0)) wire.close({ type: 'S', name: old })
  if (existing === undefined) wire.parse({ name, text: sql })
  wire.bind({ statement: name, values })
  wire.describe({ type: 'P', name: '' })
  wire.execute({ rows })
}

/** Says in the error of the first which statement it is, and has all of them prepared again. */
function fail(client: PoolClient, statements: readonly Statement[], error: Error): Error {
  const prepared = preparedBy.get(client)
  if (prepared !== undefined) for (const { sql } of statements) forget(prepared, sql)
  return Object.assign(error, { message: `${error.message} in: ${statements[0]?.sql}` })
}

function createReply<Row>() {
  let rows: Row[] = []
  let columns: readonly Column[] | undefined
  return {
    handleRowDescription({ fields }: { fields: readonly Field[] }) {
      // Every table has the column `rowid` for `dialect.rowNumber`, and no row shows it.
      columns = fields
        .map(({ name: column, dataTypeID }, at) => ({ name: column, at, read: readers[dataTypeID] ?? readText }))
        .filter((column) => column.name !== 'rowid')
    },
    handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
      const row: Record<string, unknown> = {}
      for (const { name: column, at, read } of columns ?? []) {
        const value = fields[at] ?? null
        row[column] = value === null ? null : read(value)
      }
      rows.push(row as Row)
    },
    /** The rows so far, or how many were changed by what returns none, as the end of the statement says. */
    take(end = ''): QueryResult<Row> {
      const result = { rows, ...(columns === undefined && { numAffectedRows: BigInt(/\d+$/.exec(end)?.[0] ?? 0) }) }
      rows = []
      return result
    },
  }
}

export interface SentStatement extends Statement {
  readonly result: PromiseWithResolvers<QueryResult<never>>
}

/**
 * Sends statements together and resolves once the connection is free. They run in their order; one that fails takes those behind it
 * along.
 */
export function runTogether(client: PoolClient, statements: readonly SentStatement[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const results: QueryResult<never>[] = []
  let reply = createReply<never>()
  function end(): void {
    results.forEach((result, at) => statements[at]?.result.resolve(result))
    resolve()
  }
  const batch: Submittable & Record<string, unknown> = {
    submit(connection: Connection) {
      const wire = connection as unknown as Wire
      wire.stream.cork()
      for (const statement of statements) send(client, wire, statement)
      wire.sync()
      wire.stream.uncork()
    },
    handleRowDescription: (message: { fields: readonly Field[] }) => reply.handleRowDescription(message),
    handleDataRow: (message: { fields: readonly (string | null)[] }) => reply.handleDataRow(message),
    handleCommandComplete({ text }: { text: string }) {
      results.push(reply.take(text))
      reply = createReply()
    },
    handleError(error: Error) {
      const failed = statements.slice(results.length)
      const failure = fail(client, failed, error)
      for (const { result } of failed) result.reject(failure)
      end()
    },
    handleReadyForQuery: end,
  }
  client.query(batch)
  return promise
}

/** Runs a statement, and hands out its rows in chunks. */
export function openPortal<Row>(client: PoolClient, statement: Statement, maxRows: number): Portal<Row> {
  const reply = createReply<Row>()
  let suspended: Wire | undefined
  let failure: Error | undefined
  let chunk = Promise.withResolvers<QueryResult<Row> & { isEnd: boolean }>()

  const portal: Submittable & Record<string, unknown> = {
    submit(connection: Connection) {
      const wire = connection as unknown as Wire
      wire.stream.cork()
      send(client, wire, statement, maxRows)
      wire.flush()
      wire.stream.uncork()
    },
    handleRowDescription: reply.handleRowDescription,
    handleDataRow: reply.handleDataRow,
    handlePortalSuspended(connection: Wire) {
      suspended = connection
      chunk.resolve({ ...reply.take(), isEnd: false })
    },
    handleCommandComplete: (_message: unknown, connection: Wire) => connection.sync(),
    handleError(error: Error, connection: Wire) {
      connection.sync()
      failure = fail(client, [statement], error)
      chunk.reject(failure)
    },
    handleReadyForQuery: () => chunk.resolve({ ...reply.take(), isEnd: true }),
  }
  client.query(portal)

  return {
    async next() {
      if (failure !== undefined) throw failure
      if (suspended === undefined) return chunk.promise
      const wire = suspended
      suspended = undefined
      chunk = Promise.withResolvers()
      wire.execute({ rows: maxRows })
      wire.flush()
      return chunk.promise
    },
    async leave() {
      if (suspended === undefined || failure !== undefined) return
      chunk = Promise.withResolvers()
      suspended.sync()
      await chunk.promise
    },
  }
}

const readText = (text: string) => text
const readNumber = (text: string) => Number(text)
/** Booleans, bytes, whole numbers and fractions by the number of their type, as SQLite gives them; all else is text. */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => (text === 't' ? 1 : 0),
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  20: readNumber,
  21: readNumber,
  23: readNumber,
  26: readNumber,
  700: readNumber,
  701: readNumber,
  1700: readNumber,
}

/** As SQLite does: true is 1, and what is no number is null. No text of PostgreSQL has the character NUL. */
function encode(value: unknown): Buffer | string | null {
  if (value === null || Number.isNaN(value)) return null
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError(`a database stores no ${typeof value}`)
}
