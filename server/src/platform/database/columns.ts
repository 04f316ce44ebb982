import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Columns use the types that every engine stores alike: `text`, `bigint` (whole numbers up to 2^53 - 1), `double precision`, and
 * times as ISO 8601 `text` in UTC.
 * The two types below have none of their own.
 */

/** A value stored as JSON in a `text` column. */
export type JsonText<Value> = string & { readonly json?: Value }

export function writeJson<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value)
}

/** Reads what `writeJson` wrote; rows are trusted, since only the store writes them. */
export function readJson<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value
}

/** A boolean stored as 0 or 1 in a `bigint` column. */
export type Flag = 0 | 1

export function flag(value: boolean): Flag {
  return value ? 1 : 0
}

/** Turns a condition into a flag: in some engines a condition is not a number. */
export function flagWhen(condition: Expression<SqlBool>): RawBuilder<Flag> {
  return sql<Flag>`case when ${condition} then 1 else 0 end`
}

/** A row of a table: the entity's fields named in `Json` are stored as JSON, except null, and those in `Flags` as 0 or 1. */
export type RowOf<Entity, Json extends keyof Entity, Flags extends keyof Entity> = Omit<Entity, Json | Flags> & {
  [Name in Json]: JsonText<NonNullable<Entity[Name]>> | Extract<Entity[Name], null>
} & { [Name in Flags]: Flag }

/** Turns entities into rows and back. Called twice, so that the entity is named and the fields are inferred. */
export function rowsOf<Entity extends object>() {
  return <Json extends keyof Entity, Flags extends keyof Entity = never>(
    json: readonly Json[],
    flags: readonly Flags[] = [],
  ) => {
    type Row = RowOf<Entity, Json, Flags>
    function convert(values: object, ofJson: (value: never) => unknown, ofFlag: (value: unknown) => unknown): object {
      const converted = new Map<PropertyKey, unknown>(Object.entries(values))
      for (const name of json) {
        const value = converted.get(name) ?? null
        if (value !== null) converted.set(name, ofJson(value as never))
      }
      for (const name of flags) if (converted.get(name) !== undefined) converted.set(name, ofFlag(converted.get(name)))
      return Object.fromEntries(converted)
    }
    return {
      write: (entity: Entity) => convert(entity, writeJson, Number) as Row,
      writeSome: (change: Partial<Entity>) => convert(change, writeJson, Number) as Partial<Row>,
      read: (row: Row) => convert(row, readJson, (value) => value === 1) as Entity,
    }
  }
}

/** Slices of rows for statements: SQLite takes at most 32,766 parameters in one. */
export function* inSlices<Row>(rows: readonly Row[], most = 500): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += most) yield rows.slice(at, at + most)
}

/** Values for `set` that add to counters of a row. */
export function increments(counts: Readonly<Record<string, number>>): Record<string, RawBuilder<number>> {
  return Object.fromEntries(
    Object.entries(counts).map(([column, count]) => [column, sql<number>`${sql.ref(column)} + ${count}`]),
  )
}
