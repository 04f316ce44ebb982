import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ListOf, Operand, SqlDialect } from './dialect.ts'
import { casesOf, isCaseless, likePattern, type PatternPart, type TextPattern } from './text-pattern.ts'

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
  whenJson: (text, read) => sql`case when json_valid(${text}) then ${read(text)} end`,
  rowsAsJson: (columns) =>
    sql`'[' || group_concat(json_array(${sql.join(columns.map((name) => sql.ref(name)))})) || ']'`,
  joined: (column) => sql`group_concat(${sql.ref(column)})`,
  folded: (text) => sql`foldCase(${expressionOf(text)})`,
  position: (text, part) => sql`instr(${expressionOf(text)}, ${part})`,
  fits: (text, pattern) => fitsPattern(expressionOf(text), pattern),
  seconds: (time) => sql`unixepoch(${sql.ref(time)})`,
  rowNumber: (table) => (table === undefined ? sql`rowid` : sql`${sql.table(table)}.rowid`),
  joinFirst: (table, { alias, where, orderBy, limit }) => sql`cross join ${sql.table(table)} as ${sql.table(alias)}
    where ${sql.table(alias)}.rowid in (select "first".rowid from ${sql.table(table)} as "first" where ${where}
    order by "first".${sql.ref(orderBy)} limit ${limit})`,
  searchIndex(index, pieces) {
    const expression = Array.from(pieces, (piece) => `"${piece.replaceAll('"', '""')}"`).join(' AND ')
    return sql`select rowid as "number" from ${sql.table(index)} where ${sql.ref(index)} match ${expression}`
  },
  indexedNumbers: (index) => sql`(select "id" as "number" from ${sql.table(`${index}_docsize`)})`,
  addToIndex: (index, number, text) => sql`insert into ${sql.table(index)} (rowid, "name") values (${number}, ${text})`,
  removeFromIndex: (index, number) => sql`delete from ${sql.table(index)} where rowid = ${number}`,
}

/** `like` knows the case of ASCII letters alone; for a pattern with others, `glob` gets both cases of each letter. */
function fitsPattern(text: Expression<unknown>, pattern: TextPattern): RawBuilder<SqlBool> {
  // SQLite ends the pattern at this character, and every text would fit; no text has it.
  if (pattern.some((part) => 'character' in part && part.character === '\0')) return sql<SqlBool>`1 = 0`
  if (isCaseless(pattern)) return sql<SqlBool>`${text} like ${likePattern(pattern)} escape '\\'`
  return sql<SqlBool>`${text} glob ${pattern.map(globPart).join('')}`
}

function globPart(part: PatternPart): string {
  if ('any' in part) return '*'
  if ('one' in part) return '?'
  const cases = casesOf(part.character)
  return cases.length > 1 || /[*?[]/.test(part.character) ? `[${cases.join('')}]` : part.character
}
