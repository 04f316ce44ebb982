import type { AlertRuleKind } from '@vermilion/contract/monitoring/alert-rules'
import type {
  Alert,
  AlertObject,
  AlertObjectKind,
  AlertSilence,
  AlertState,
} from '@vermilion/contract/monitoring/alerts'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import { newestFirst, readPage } from '#platform/database/page'

export interface AlertRow extends Omit<Alert, 'object' | 'silencedUntil'> {
  objectKind: AlertObjectKind
  objectId: string
  objectName: string
  notifiedAt: string | null
}

interface AlertQuery extends PageQuery {
  state?: AlertState | undefined
  rule?: AlertRuleKind | undefined
}

const silencedUntil = (now: string) => sql<string | null>`(
  select max(silence.${sql.ref('until')}) from ${sql.table('alertSilences')} as silence
  where silence.${sql.ref('until')} > ${now}
    and (silence.${sql.ref('rule')} is null or silence.${sql.ref('rule')} = alerts.${sql.ref('rule')})
    and (silence.${sql.ref('objectId')} is null
      or (silence.${sql.ref('objectId')} = alerts.${sql.ref('objectId')}
        and silence.${sql.ref('objectKind')} = alerts.${sql.ref('objectKind')})))`

const needsAttention = (now: string) =>
  sql<SqlBool>`${sql.ref('endedAt')} is null and ${sql.ref('acknowledgedAt')} is null and ${silencedUntil(now)} is null`

export type AlertStore = ReturnType<typeof createAlertStore>

export function createAlertStore(database: Database) {
  const query = database.query<{ alerts: AlertRow }>()
  const alerts = () => query.selectFrom('alerts').selectAll()
  return {
    async page({ state, rule, ...page }: AlertQuery, now: string) {
      let rows = database
        .reader<{ alerts: AlertRow }>()
        .selectFrom('alerts')
        .selectAll()
        .select(silencedUntil(now).as('silencedUntil'))
      if (rule !== undefined) rows = rows.where('rule', '=', rule)
      if (state === 'ended') rows = rows.where('endedAt', 'is not', null)
      if (state === 'open') rows = rows.where('endedAt', 'is', null)
      if (state === 'attention') rows = rows.where(needsAttention(now))
      const result = await readPage(rows, { ...page, sort: newestFirst('startedAt') })
      return { ...result, items: result.items.map(toAlert) }
    },
    async find(id: string, now: string): Promise<Alert | undefined> {
      const silenced = alerts().select(silencedUntil(now).as('silencedUntil'))
      const row = await silenced.where('id', '=', id).executeTakeFirst()
      return row && toAlert(row)
    },
    counts: (now: string) =>
      query
        .selectFrom('alerts')
        .select((row) => ['severity', row.fn.countAll<number>().as('count')])
        .where(needsAttention(now))
        .groupBy('severity')
        .execute(),
    open: () => alerts().where('endedAt', 'is', null).execute(),
    openAbout: (rule: AlertRuleKind, objectId: string) =>
      alerts().where('endedAt', 'is', null).where('rule', '=', rule).where('objectId', '=', objectId).execute(),
    unnotified: (now: string) => alerts().where('notifiedAt', 'is', null).where(needsAttention(now)).execute(),
    async isSilenced(id: string, now: string): Promise<boolean> {
      const row = await query
        .selectFrom('alerts')
        .select(silencedUntil(now).as('until'))
        .where('id', '=', id)
        .executeTakeFirst()
      return (row?.until ?? null) !== null
    },
    nameOf: async (kind: AlertObjectKind, objectId: string) =>
      (
        await query
          .selectFrom('alerts')
          .select('objectName')
          .where('objectKind', '=', kind)
          .where('objectId', '=', objectId)
          .orderBy('startedAt', 'desc')
          .limit(1)
          .executeTakeFirst()
      )?.objectName,
    async add(row: AlertRow): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await query
        .insertInto('alerts')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    set: (id: string, set: Partial<AlertRow>) => query.updateTable('alerts').set(set).where('id', '=', id).execute(),
    removeEnded: (threshold: string) => query.deleteFrom('alerts').where('endedAt', '<', threshold).execute(),
  }
}

function toAlert(row: AlertRow & { silencedUntil: string | null }): Alert {
  const { objectKind, objectId, objectName, notifiedAt: _notifiedAt, ...rest } = row
  return { ...rest, object: objectOf({ objectKind, objectId, objectName }) }
}

export function objectOf(row: Pick<AlertRow, 'objectKind' | 'objectId' | 'objectName'>): AlertObject {
  return { kind: row.objectKind, id: row.objectId, name: row.objectName }
}

interface SilenceRow extends Omit<AlertSilence, 'object'> {
  objectKind: AlertObjectKind | null
  objectId: string | null
  objectName: string | null
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
