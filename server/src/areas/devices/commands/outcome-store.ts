import type { OutcomeStatus } from '@vermilion/contract/devices/commands'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import type { CommandTables, OutcomeRow } from './store.ts'

const outcomeColumns = [
  'deviceId',
  'deviceName',
  'status',
  'exitCode',
  'signal',
  'detail',
  'lastLine',
  'outputSize',
  'startedAt',
  'endedAt',
] as const
export type OutcomeStore = ReturnType<typeof createOutcomeStore>

export function createOutcomeStore(database: Database) {
  const query = database.query<CommandTables>()
  const reader = () => database.reader<CommandTables>()
  const outcomesOf = (commandId: string) =>
    query.updateTable('deviceCommandOutcomes').where('commandId', '=', commandId)
  return {
    async counts(commandIds: readonly string[]) {
      const rows = await reader()
        .selectFrom('deviceCommandOutcomes')
        .select(['commandId', 'status', (expression) => expression.fn.countAll<number>().as('count')])
        .where('commandId', 'in', commandIds)
        .groupBy(['commandId', 'status'])
        .execute()
      const counts = new Map<string, Partial<Record<OutcomeStatus, number>>>()
      for (const { commandId, status, count } of rows)
        counts.set(commandId, { ...counts.get(commandId), [status]: count })
      return counts
    },
    find: (commandId: string, deviceId: string) =>
      query
        .selectFrom('deviceCommandOutcomes')
        .selectAll()
        .where('commandId', '=', commandId)
        .where('deviceId', '=', deviceId)
        .executeTakeFirst(),
    waiting: (commandId: string) =>
      reader()
        .selectFrom('deviceCommandOutcomes')
        .select(['deviceId', 'deviceName'])
        .where('commandId', '=', commandId)
        .where('status', '=', 'waiting')
        .orderBy('deviceName')
        .execute(),
    running: (commandId: string) =>
      reader()
        .selectFrom('deviceCommandOutcomes')
        .select(['deviceId', 'startedAt'])
        .where('commandId', '=', commandId)
        .where('status', '=', 'running')
        .execute(),
    async step(
      commandId: string,
      deviceId: string,
      { from, ...set }: Partial<OutcomeRow> & { from: readonly OutcomeStatus[] },
    ): Promise<boolean> {
      const { numUpdatedRows } = await outcomesOf(commandId)
        .set(set)
        .where('deviceId', '=', deviceId)
        .where('status', 'in', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    stepAll: (commandId: string, from: OutcomeStatus, set: Partial<OutcomeRow>) =>
      outcomesOf(commandId).set(set).where('status', '=', from).execute(),
    page(commandId: string, { status, ...page }: PageQuery & { status?: OutcomeStatus | undefined }) {
      let rows = reader().selectFrom('deviceCommandOutcomes').select(outcomeColumns).where('commandId', '=', commandId)
      if (status !== undefined) rows = rows.where('status', '=', status)
      return readPage(rows, {
        ...page,
        sort: [
          { column: 'deviceName', direction: 'asc' },
          { column: 'deviceId', direction: 'asc' },
        ],
      })
    },
  }
}
