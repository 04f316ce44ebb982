import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { batchesOf } from '#platform/batches'
import type { Database } from './database.ts'

/** So many texts are held by each change, and prepared by each connection. */
const maxRowsOfText = 32

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type PlaceholderOf<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

type Values = Readonly<Record<string, unknown>>

/** Builds a statement at its first use, and fills in the values of each. */
function prepare<Of extends object, Row>(build: (placeholder: PlaceholderOf<Of>) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined
  const placeholder = ((name: string) => new Placeholder(name)) as unknown as PlaceholderOf<Of>
  return (values: Of): CompiledQuery<Row> => {
    const statement = (compiled ??= build(placeholder).compile())
    const valueOf = (one: unknown) => (one instanceof Placeholder ? (values as Values)[one.name] : one)
    return { ...statement, parameters: statement.parameters.map(valueOf) }
  }
}

/**
 * The text is built at the first run and kept: to build one costs more than to find its row. Values that differ from run to run
 * are `placeholder('name')`; a list of them is one JSON text (`dialect.texts`).
 */
export function prepareQuery<Tables, Of extends Values, Row>(
  query: Kysely<Tables>,
  build: (query: Kysely<Tables>, placeholder: PlaceholderOf<Of>) => Compilable<Row>,
): (values: Of) => Promise<Row[]> {
  const statementOf = prepare<Of, Row>((placeholder) => build(query, placeholder))
  return async (values) => (await query.executeQuery<Row>(statementOf(values))).rows
}

/** A change by `database.write`, built like a query of `prepareQuery`. */
export function prepareWrite<Of extends object>(
  database: Pick<Database, 'write'>,
  build: (placeholder: PlaceholderOf<Of>) => Compilable,
): (values: Of) => Promise<void> {
  const statementOf = prepare<Of, unknown>(build)
  return (values) => database.write(statementOf(values))
}

/** A placeholder for each column. */
export const placeholders = <Of, Name extends keyof Of & string>(
  placeholder: PlaceholderOf<Of>,
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, placeholder(name)])) as Pick<Of, Name>

/** A change of some rows at once, with a text for each number of them up to `maxRowsOfText`; more are changed in turns. */
export function prepareWriteOfRows<Row extends object>(
  database: Pick<Database, 'write'>,
  columns: readonly (keyof Row & string)[],
  build: (rows: Row[]) => Compilable,
): (rows: readonly Row[]) => Promise<void> {
  const byCount = new Map<number, (values: Values) => Promise<void>>()
  async function writeSome(rows: readonly Row[]): Promise<void> {
    const rowAt = (placeholder: PlaceholderOf<Values>, at: number) =>
      Object.fromEntries(columns.map((column) => [column, placeholder(`${column} ${at}`)])) as Row
    const prepared =
      byCount.get(rows.length) ??
      prepareWrite<Values>(database, (placeholder) => build(rows.map((_, at) => rowAt(placeholder, at))))
    byCount.set(rows.length, prepared)
    const values = rows.flatMap((row, at) => columns.map((column) => [`${column} ${at}`, row[column]] as const))
    await prepared(Object.fromEntries<unknown>(values))
  }
  return async (rows) => {
    for (const some of batchesOf(rows, maxRowsOfText)) await writeSome(some)
  }
}
