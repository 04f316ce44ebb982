import type { QueryResult } from 'kysely'
import type { Connection, PoolClient, Submittable } from 'pg'

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
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
  readonly parsedStatements: Record<string, string>
  parse(query: { name: string; text: string }): void
  bind(config: { statement: string; values: (Buffer | string | null)[] }): void
  describe(config: { type: string; name: string }): void
  execute(config: { rows: number }): void
  close(config: { type: string; name: string }): void
}

const maxStatements = 300

/** The names of the statements that a connection has prepared, the oldest use first. */
const prepared = new WeakMap<PoolClient, Map<string, string>>()
let lastName = 0

function nameOf(client: PoolClient, text: string): { name: string; oldest: string | undefined } {
  const names = prepared.get(client) ?? new Map<string, string>()
  prepared.set(client, names)
  const name = names.get(text) ?? `v${++lastName}`
  names.delete(text)
  names.set(text, name)
  const [eldest, oldest] = names.size > maxStatements ? [...names.entries().take(1)].flat() : []
  if (eldest !== undefined) names.delete(eldest)
  return { name, oldest }
}

/** Runs a statement, and hands out its rows in chunks of `maxRows`, or all at once. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose parts share the connection and the rows
export function openPortal<Row>(client: PoolClient, { sql, parameters }: Statement, maxRows = 0): Portal<Row> {
  const values = parameters.map(encode)
  const { name, oldest } = nameOf(client, sql)
  let rows: Row[] = []
  let columns: readonly Column[] | undefined
  let affected: bigint | undefined
  let suspended: Wire | undefined
  let failure: Error | undefined
  let chunk = Promise.withResolvers<QueryResult<Row> & { isEnd: boolean }>()
  const isInChunks = maxRows > 0

  function resolveChunk(isEnd: boolean): void {
    chunk.resolve({
      rows,
      isEnd,
      ...(columns === undefined && affected !== undefined ? { numAffectedRows: affected } : {}),
    })
    rows = []
  }

  const portal: Submittable & Record<string, unknown> = {
    // Both are read by the client when the statement is prepared.
    name,
    text: sql,
    submit(connection: Connection) {
      const wire = connection as unknown as Wire
      wire.stream.cork()
      if (oldest !== undefined) {
        wire.close({ type: 'S', name: oldest })
        delete wire.parsedStatements[oldest]
      }
      if (wire.parsedStatements[name] === undefined) wire.parse({ name, text: sql })
      wire.bind({ statement: name, values })
      wire.describe({ type: 'P', name: '' })
      wire.execute({ rows: maxRows })
      if (isInChunks) wire.flush()
      else wire.sync()
      wire.stream.uncork()
    },
    handleRowDescription(message: { fields: readonly Field[] }) {
      // Every table has the column `rowid` for `dialect.rowNumber`, and no row shows it.
      columns = message.fields
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
    handlePortalSuspended(connection: Wire) {
      suspended = connection
      resolveChunk(false)
    },
    handleCommandComplete(message: { text: string }, connection: Wire) {
      affected = BigInt(/\d+$/.exec(message.text)?.[0] ?? 0)
      if (isInChunks) connection.sync()
    },
    handleEmptyQuery(connection: Wire) {
      if (isInChunks) connection.sync()
    },
    handleError(error: Error, connection: Wire) {
      if (isInChunks) connection.sync()
      failure = Object.assign(error, { message: `${error.message} in: ${sql}` })
      chunk.reject(failure)
    },
    handleReadyForQuery: () => resolveChunk(true),
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
