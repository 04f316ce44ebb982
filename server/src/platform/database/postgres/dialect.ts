import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ListOf, Operand, SqlDialect } from '../dialect.ts'
import { foldCase } from '../fold-case.ts'
import { casesOf, isCaseless, likePattern, type PatternPart, type TextPattern } from '../text-pattern.ts'

const expressionOf = (operand: Operand): Expression<unknown> =>
  typeof operand === 'string' ? sql.ref(operand) : operand

const jsonOf = (json: Operand) => sql`cast(${expressionOf(json)} as json)`

const listOf = (list: ListOf<unknown>) =>
  sql`json_array_elements_text(cast(${Array.isArray(list) ? JSON.stringify(list) : list} as json))`

const textAt = (json: Operand, key: string) => sql<never>`(${jsonOf(json)} ->> ${sql.lit(key)})`

/** JSON is `json` and not `jsonb`, which would give it back in other words. */
export const postgresDialect: SqlDialect = {
  texts: (list) => sql`(select "value" from ${listOf(list)} as "listed"("value"))`,
  numbers: (list) => sql`(select cast("value" as bigint) as "value" from ${listOf(list)} as "listed"("value"))`,
  elements: (json) => sql`lateral (select "place" - 1 as "key", "part" #>> '{}' as "value"
    from json_array_elements(${jsonOf(json)}) with ordinality as "each"("part", "place"))`,
  members: (json) => sql`lateral (select "name" as "key", "part" #>> '{}' as "value"
    from json_each(${jsonOf(json)}) as "each"("name", "part"))`,
  jsonAt: (json, key) => sql`cast(${jsonOf(json)} -> ${sql.lit(key)} as text)`,
  textAt,
  numberAt: (json, key) => sql`case json_typeof(${jsonOf(json)} -> ${sql.lit(key)}) when 'number'
    then cast(${textAt(json, key)} as double precision) end`,
  isTrueAt: (json, key) => sql`${textAt(json, key)} = 'true'`,
  // Whatever stands in a `case` is tried at once where it is constant.
  whenJson: (text, read) => sql`${read(sql`vermilion_json(cast(${text} as text))`)}`,
  rowsAsJson(columns) {
    const values = columns.map((name) => sql`coalesce(cast(to_json(${sql.ref(name)}) as text), 'null')`)
    return sql`'[' || string_agg('[' || concat_ws(',', ${sql.join(values)}) || ']', ',') || ']'`
  },
  joined: (column) => sql`string_agg(cast(${sql.ref(column)} as text), ',')`,
  folded: (text) => sql`lower(cast(${expressionOf(text)} as text) collate "und-x-icu") collate "C"`,
  position: (text, part) => sql`strpos(${expressionOf(text)}, ${part})`,
  fits: (text, pattern) => fitsPattern(expressionOf(text), pattern),
  seconds: (time) => sql`cast(floor(extract(epoch from cast(${sql.ref(time)} as timestamptz))) as bigint)`,
  rowNumber: (table) => sql.ref(table === undefined ? 'rowid' : `${table}.rowid`),
  joinFirst: (
    table,
    { alias, where, orderBy, limit },
  ) => sql`cross join lateral (select * from ${sql.table(table)} as "first"
    where ${where} order by "first".${sql.ref(orderBy)} limit ${limit}) as ${sql.table(alias)}`,
  searchIndex: (_, pieces) => sql`select "number" from "files"
    where vermilion_pieces("name") @> array(select "value" from ${listOf(piecesOf(pieces))} as "listed"("value"))`,
  // An index of PostgreSQL is never behind its table.
  indexedNumbers: () => sql`(select "number" from "files")`,
  addToIndex: () => sql`select 1`,
  removeFromIndex: () => sql`select 1`,
}

/** The case of a letter can depend on those beside it, or take two: `vermilion_pieces` folds names as pieces are here. */
function piecesOf(pieces: Iterable<string>): string[] {
  const parts = Array.from(pieces, (piece) => {
    const characters = Array.from(foldCase(piece).replaceAll('ς', 'σ'))
    const length = Math.min(3, characters.length, Array.from(piece).length)
    return characters.slice(length - 1).map((_, at) => characters.slice(at, at + length).join(''))
  })
  return [...new Set(parts.flat())]
}

/** `ilike` knows the case of ASCII letters alone under the collation C. */
function fitsPattern(text: Expression<unknown>, pattern: TextPattern): RawBuilder<SqlBool> {
  if (pattern.some((part) => 'character' in part && part.character === '\0')) return sql<SqlBool>`1 = 0`
  if (isCaseless(pattern)) return sql<SqlBool>`${text} ilike ${likePattern(pattern)} escape '\\'`
  return sql<SqlBool>`${text} ~ ${`^${pattern.map(expressionPart).join('')}$`}`
}

function expressionPart(part: PatternPart): string {
  if ('any' in part) return '.*'
  if ('one' in part) return '.'
  const cases = casesOf(part.character)
  if (cases.length > 1) return `[${cases.join('')}]`
  return part.character.replace(/[^\p{L}\p{N}]/u, (sign) => (sign < '\u0080' ? `\\${sign}` : sign))
}
