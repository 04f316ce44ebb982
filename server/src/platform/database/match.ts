import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { foldCase } from './fold-case.ts'

/** U+001F, between texts that are looked through as one. */
const unitSeparator = String.fromCharCode(31)

/** Whether a text column has the words somewhere, whatever their case; what the caller typed is never a pattern. */
export function contains(column: string, words: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(foldCase(${sql.ref(column)}), ${foldCase(words)}) > 0`
}

/** The same for several columns at once: folding one long text costs much less than folding each. */
export function anyContain(columns: readonly string[], words: string): Expression<SqlBool> {
  const texts = sql.join(columns.map((column) => sql.ref(column)))
  return sql<SqlBool>`instr(foldCase(concat_ws(${unitSeparator}, ${texts})), ${foldCase(words)}) > 0`
}
