import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { foldCase } from './fold-case.ts'

/** Whether a text column has the words somewhere, whatever their case; what the caller typed is never a pattern. */
export function contains(column: string, words: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(foldCase(${sql.ref(column)}), ${foldCase(words)}) > 0`
}
