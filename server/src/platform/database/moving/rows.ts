import { hash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Table } from './tables.ts'

type Values = readonly unknown[]

const chunkRows = 500
/** Characters of the rows that one statement takes. */
const maxCharacters = 4_000_000

/** PostgreSQL needs a transaction, whose moment and writes are read; SQLite reads committed rows. */
export async function* readRows(database: Database, { name, columns }: Table): AsyncIterable<Values[]> {
  // The engine shows no column of the name `rowid`.
  const list = columns.map((column) =>
    column.name === 'rowid' ? sql`"rowid" as "number of the row"` : sql.ref(column.name),
  )
  const select = sql<object>`select ${sql.join(list)} from ${sql.table(name)}`
  const valuesOf = (rows: readonly object[]) => rows.map((row) => Object.values(row) as Values)
  if (database.kind === 'sqlite') {
    const reader = database.reader()
    const chunks = reader.getExecutor().stream(select.compile(reader), chunkRows)
    for await (const { rows } of chunks) yield valuesOf(rows)
    return
  }
  const [query, cursor] = [database.query(), sql.ref(name)]
  await sql`declare ${cursor} no scroll cursor for ${select}`.execute(query)
  for (;;) {
    const { rows } = await sql<object>`fetch ${sql.lit(chunkRows)} from ${cursor}`.execute(query)
    if (rows.length === 0) break
    yield valuesOf(rows)
  }
  await sql`close ${cursor}`.execute(query)
}

export function createWriter(database: Database, { name, columns }: Table) {
  const query = database.query()
  const names = columns.map((column) => sql.ref(column.name))
  const into = sql`insert into ${sql.table(name)} (${sql.join(names)})`
  if (database.kind === 'sqlite') {
    const statement = sql`${into} values (${sql.join(columns.map(() => sql`?`))})`.compile(query).sql
    return async (rows: readonly Values[]): Promise<void> => {
      for (const row of rows) await query.executeQuery(CompiledQuery.raw(statement, [...row]))
    }
  }
  const values = columns.map(({ type }, at) => sql`cast("row" ->> ${sql.lit(at)} as ${sql.raw(type)})`)
  return async (_: readonly Values[], texts: readonly string[]): Promise<void> => {
    for (const some of slicesOf(texts))
      await sql`${into} overriding system value select ${sql.join(values)}
        from jsonb_array_elements(cast(${`[${some.join()}]`} as jsonb)) as "row"`.execute(query)
  }
}

function* slicesOf(texts: readonly string[]): Generator<readonly string[]> {
  let [from, length] = [0, 0]
  for (const [at, text] of texts.entries()) {
    if (at > from && length + text.length > maxCharacters) {
      yield texts.slice(from, at)
      ;[from, length] = [at, 0]
    }
    length += text.length
  }
  if (from < texts.length) yield texts.slice(from)
}

/** Rows as they are alike in every engine. */
export interface Tally {
  rows: number
  /** The sum of the rows' checksums, modulo 2^48: rows have no order that all engines share. */
  sum: number
  /** Texts with the character NUL, which PostgreSQL has none for. */
  nuls: number
}

/** Adds rows, and returns each as a JSON array. */
export function addTo(tally: Tally, rows: readonly Values[]): string[] {
  return rows.map((row) => {
    const text = JSON.stringify(row.map((value) => canonicalOf(value, tally)))
    tally.rows += 1
    tally.sum = (tally.sum + hash('sha1', text, 'buffer').readUIntBE(0, 6)) % 2 ** 48
    return text
  })
}

function canonicalOf(value: unknown, tally: Tally): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || !value.includes('\0')) return value
  tally.nuls += 1
  return value.replaceAll('\0', '\uFFFD')
}
