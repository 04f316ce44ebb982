import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { joinNumbers } from '../number-text.ts'
import type { Candidates } from './candidates.ts'

export type CandidateReader = ReturnType<typeof createCandidateReader>

export function createCandidateReader(database: Database) {
  const reader = database.reader()
  return {
    numbersOf: (candidates: Candidates): Promise<string> =>
      joinNumbers(database, sql<{ number: number }>`(${candidates})`.as('part')),

    /** Numbers of candidates as a JSON array; undefined when there are more. */
    async listFew(candidates: Candidates, maximum: number): Promise<string | undefined> {
      const some = sql<{
        number: number
      }>`(select ${sql.ref('number')} from (${candidates}) as ${sql.table('candidate')} limit ${maximum + 1})`.as(
        'some',
      )
      const { found, numbers: text } = await reader
        .selectFrom(some)
        .select(({ fn }) => [fn.countAll<number>().as('found'), dialect.joined('some.number').as('numbers')])
        .executeTakeFirstOrThrow()
      return found > maximum ? undefined : `[${text ?? ''}]`
    },
  }
}

export function candidatesWithin(candidates: Candidates, from: number, end: number): Candidates {
  return sql`select ${sql.ref('number')} from (${candidates}) as ${sql.table('candidate')}
        where ${sql.ref('number')} >= ${from} and ${sql.ref('number')} < ${end}`
}

export function candidatesAmong(candidates: Candidates, numbers: readonly number[]): Candidates {
  return sql`select ${sql.ref('number')} from (${candidates}) as ${sql.table('candidate')}
        where ${sql.ref('number')} in (${sql.join(numbers)})`
}

export function candidatesOfNumbers(numbers: string): Candidates {
  return sql`select "value" as "number" from ${dialect.numbers(numbers)} as "listed"`
}
