import type { AlertDelivery, AlertMessage } from '@vermilion/contract/monitoring/alerts'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { newestFirst, readPage } from '#platform/database/page'
import { statusTable } from '#platform/status'

type State = AlertDelivery['state']

export interface DeliveryRow extends Omit<AlertDelivery, 'error' | 'rule' | 'objectName'> {
  serviceId: string
  error: JsonText<Text> | null
  message: JsonText<AlertMessage>
}

export const deliveryState = statusTable<State>('alert-delivery', {
  queued: ['sent', 'failed'],
  sent: [],
  failed: [],
})

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

export function createDeliveryStore(database: Database) {
  const query = database.query<{ alertDeliveries: DeliveryRow }>()
  const queued = (channel: DeliveryRow['channel']) =>
    query
      .selectFrom('alertDeliveries')
      .selectAll()
      .where('state', '=', 'queued')
      .where('channel', '=', channel)
      .orderBy('nextAttemptAt', (order) => order.asc().nullsFirst())
      .orderBy('id')
  const update = (id: string, set: Partial<DeliveryRow>) =>
    query.updateTable('alertDeliveries').set(set).where('id', '=', id)
  return {
    async page({ state, ...page }: PageQuery & { state?: State | undefined }) {
      let rows = database.reader<{ alertDeliveries: DeliveryRow }>().selectFrom('alertDeliveries').selectAll()
      if (state !== undefined) rows = rows.where('state', '=', state)
      const result = await readPage(rows, { ...page, sort: newestFirst('createdAt') })
      return { ...result, items: result.items.map(toDelivery) }
    },
    add: (row: DeliveryRow) => query.insertInto('alertDeliveries').values(row).execute(),
    dueWebhooks: (now: string, most: number) =>
      queued('webhook').where('nextAttemptAt', '<=', now).limit(most).execute(),
    async dueMails(now: string, most: number) {
      const rows = await queued('smtp')
        .where(({ or, eb }) => or([eb('attempts', '=', 0), eb('nextAttemptAt', '<=', now)]))
        .limit(most)
        .execute()
      const isDue = ({ nextAttemptAt }: DeliveryRow) => nextAttemptAt !== null && nextAttemptAt <= now
      const opened = new Set(rows.filter(isDue).map(({ serviceId, attempts }) => `${serviceId} ${attempts}`))
      return rows.filter(({ serviceId, attempts }) => opened.has(`${serviceId} ${attempts}`))
    },
    noteAttempt: (id: string, attempt: Pick<DeliveryRow, 'attempts' | 'nextAttemptAt'>) =>
      update(id, attempt).execute(),
    noteError: (id: string, error: Text) => update(id, { error: writeJson(error) }).execute(),
    step: (id: string, state: State, { endedAt, error }: { endedAt: string; error: Text | null }) =>
      update(id, { state, endedAt, nextAttemptAt: null, error: error && writeJson(error) })
        .where('state', 'in', deliveryState.sources(state))
        .execute(),
    removeOld: (threshold: string) => query.deleteFrom('alertDeliveries').where('endedAt', '<', threshold).execute(),
  }
}

function toDelivery({ serviceId: _serviceId, error, message, ...row }: DeliveryRow): AlertDelivery {
  const { alert } = readJson(message)
  return {
    ...row,
    rule: alert?.rule ?? 'task-failed',
    objectName: alert?.object.name ?? '',
    error: error && readJson(error),
  }
}
