import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { ListOf, Operand, SqlDialect } from './dialect.ts'
import { fitsPattern } from './sqlite-pattern.ts'

const expressionOf = (operand: Operand): Expression<unknown> =>
  typeof operand === 'string' ? sql.ref(operand) : operand

const valuesIn = (list: ListOf<unknown>) =>
  sql<never>`(select value from json_each(${Array.isArray(list) ? JSON.stringify(list) : list}))`

const valueAt = (json: Operand, key: string) => sql<never>`${expressionOf(json)} ->> ${sql.lit(key)}`

/** Texts and numbers need no casts here: a column or a JSON value has its type with each value. */
export const sqliteDialect: SqlDialect = {
  texts: valuesIn,
  numbers: valuesIn,
  elements: (json) => sql`json_each(${expressionOf(json)})`,
  members: (json) => sql`json_each(${expressionOf(json)})`,
  jsonAt: (json, key) => sql`${expressionOf(json)} -> ${sql.lit(key)}`,
  textAt: valueAt,
  numberAt: valueAt,
  isTrueAt: valueAt,
  isJson: (text) => sql`json_valid(${expressionOf(text)})`,
  rowsAsJson: (columns) =>
    sql`'[' || group_concat(json_array(${sql.join(columns.map((name) => sql.ref(name)))})) || ']'`,
  joined: (column) => sql`group_concat(${sql.ref(column)})`,
  folded: (text) => sql`foldCase(${expressionOf(text)})`,
  position: (text, part) => sql`instr(${expressionOf(text)}, ${part})`,
  fits: (text, pattern) => fitsPattern(expressionOf(text), pattern),
  seconds: (time) => sql`unixepoch(${sql.ref(time)})`,
  rowNumber: (table) => (table === undefined ? sql`rowid` : sql`${sql.table(table)}.rowid`),
  searchIndex(index, pieces) {
    const expression = Array.from(pieces, (piece) => `"${piece.replaceAll('"', '""')}"`).join(' AND ')
    return sql`select rowid as "number" from ${sql.table(index)} where ${sql.ref(index)} match ${expression}`
  },
  indexedNumbers: (index) => sql`(select "id" as "number" from ${sql.table(`${index}_docsize`)})`,
  addToIndex: (index, number, text) => sql`insert into ${sql.table(index)} (rowid, "name") values (${number}, ${text})`,
  removeFromIndex: (index, number) => sql`delete from ${sql.table(index)} where rowid = ${number}`,
}
