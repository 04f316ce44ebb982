import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { foldCase } from './fold-case.ts'

/** U+001F, the separator of texts that are searched as one. */
const unitSeparator = String.fromCharCode(31)

/** True when a text column contains the text, regardless of case; the text is never a pattern. */
export function contains(column: string, words: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(foldCase(${sql.ref(column)}), ${foldCase(words)}) > 0`
}

/** Searches several columns at once: folding one long text is much cheaper than folding each. */
export function anyContain(columns: readonly string[], words: string): Expression<SqlBool> {
  const texts = sql.join(columns.map((column) => sql.ref(column)))
  return sql<SqlBool>`instr(foldCase(concat_ws(${unitSeparator}, ${texts})), ${foldCase(words)}) > 0`
}
