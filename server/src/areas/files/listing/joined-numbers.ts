import { sql } from 'kysely'
import type { AliasedExpression } from 'kysely'
import type { Database } from '#platform/database/database'

export const groupNumbers = (column: string) => sql<string | null>`group_concat(${sql.ref(column)})`

/** Numbers of rows as one text, separated by commas: thousands of rows are not taken over one by one. */
export async function joinNumbers(
  database: Database,
  part: AliasedExpression<{ number: number }, 'part'>,
): Promise<string> {
  const query = database.reader().selectFrom(part).select(groupNumbers('part.number').as('numbers'))
  return (await query.executeTakeFirstOrThrow()).numbers ?? ''
}
