import type { AlertRuleKind } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertObjectKind, AlertSilence } from '@vermilion/contract/monitoring/alerts'
import type { Database } from '#platform/database/database'

interface SilenceRow {
  id: string
  rule: AlertRuleKind | null
  objectKind: AlertObjectKind | null
  objectId: string | null
  objectName: string | null
  until: string
  createdBy: string
  createdAt: string
}

export function createSilenceStore(database: Database) {
  const query = database.query<{ alertSilences: SilenceRow }>()
  return {
    async all(now: string): Promise<AlertSilence[]> {
      const rows = await query
        .selectFrom('alertSilences')
        .selectAll()
        .where('until', '>', now)
        .orderBy('until')
        .orderBy('id')
        .execute()
      return rows.map(toSilence)
    },
    add: ({ object, ...rest }: AlertSilence) =>
      query
        .insertInto('alertSilences')
        .values({
          ...rest,
          objectKind: object?.kind ?? null,
          objectId: object?.id ?? null,
          objectName: object?.name ?? null,
        })
        .execute(),
    async remove(id: string): Promise<boolean> {
      return (await query.deleteFrom('alertSilences').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
    },
    async removeOver(now: string): Promise<boolean> {
      return (await query.deleteFrom('alertSilences').where('until', '<=', now).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

function toSilence({ objectKind, objectId, objectName, ...rest }: SilenceRow): AlertSilence {
  const hasObject = objectKind !== null && objectId !== null
  return { ...rest, object: hasObject ? { kind: objectKind, id: objectId, name: objectName ?? objectId } : null }
}
