import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'

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
