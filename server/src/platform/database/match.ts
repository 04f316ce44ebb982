import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'

/** Whether a text column has the words somewhere, whatever their case; what the caller typed is never a pattern. */
export function contains(column: string, words: string): Expression<SqlBool> {
  const pattern = `%${words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
