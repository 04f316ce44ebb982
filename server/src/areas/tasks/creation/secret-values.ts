import type { Database } from '#platform/database/database'
import type { Secrets } from '#platform/secrets/secrets'

/** Only the latest tasks are searched for secrets. */
const maxTasks = 500

/** Never sent. */
export async function readSecretValues(database: Database, secrets: Secrets): Promise<string[]> {
  const rows = await database
    .reader<{ tasks: { secrets: string | null; createdAt: string } }>()
    .selectFrom('tasks')
    .select('secrets')
    .where('secrets', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(maxTasks)
    .execute()
  return rows.flatMap(({ secrets: sealed }) =>
    sealed === null ? [] : Object.values(JSON.parse(secrets.open(sealed)) as Record<string, string>),
  )
}
