import type { AliasedExpression } from 'kysely'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'

/** Row numbers as one comma-separated text, which is cheaper to receive than thousands of rows. */
export async function joinNumbers(
  database: Database,
  part: AliasedExpression<{ number: number }, 'part'>,
): Promise<string> {
  const query = database.reader().selectFrom(part).select(dialect.joined('part.number').as('numbers'))
  return (await query.executeTakeFirstOrThrow()).numbers ?? ''
}

export function parseNumbers(text: string): Uint32Array {
  if (text === '') return new Uint32Array()
  const numbers = new Uint32Array(Math.ceil(text.length / 2))
  let length = 0
  let number = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 44) {
      numbers[length++] = number
      number = 0
    } else {
      number = number * 10 + code - 48
    }
  }
  numbers[length++] = number
  return numbers.slice(0, length)
}
