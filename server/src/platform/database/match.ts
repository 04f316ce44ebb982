import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { dialect, type Operand } from './dialect.ts'
import { foldCase } from './fold-case.ts'

/** U+001F, the separator of texts that are searched as one. */
const unitSeparator = String.fromCharCode(31)

/** True when a text contains the part, regardless of case; the part is never a pattern. */
export function contains(text: Operand, part: string): RawBuilder<SqlBool> {
  return includes(dialect.folded(text), foldCase(part))
}

/** Searches several columns at once: folding one long text is much cheaper than folding each. */
export function anyContain(columns: readonly string[], text: string): Expression<SqlBool> {
  const texts = sql.join(columns.map((column) => sql.ref(column)))
  return contains(sql`concat_ws(${unitSeparator}, ${texts})`, text)
}

export function includes(text: Operand, part: unknown): RawBuilder<SqlBool> {
  return sql<SqlBool>`${dialect.position(text, part)} > 0`
}
