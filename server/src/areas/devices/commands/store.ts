import type { CommandOutcome, CommandStatus, DeviceCommand, OutcomeStatus } from '@vermilion/contract/devices/commands'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { newestFirst, readPage } from '#platform/database/page'

export interface CommandRow extends Omit<DeviceCommand, 'outcomes'> {}

export interface OutcomeRow extends CommandOutcome {
  commandId: string
  omitted: number
  head: string
  tail: string
}

interface CommandTables {
  deviceCommands: CommandRow
  deviceCommandOutcomes: OutcomeRow
}

const batch = 200

export type CommandStore = ReturnType<typeof createCommandStore>

export function createCommandStore(database: Database) {
  const query = database.query<CommandTables>()
  const reader = () => database.reader<CommandTables>()
  return {
    byId: (id: string) => query.selectFrom('deviceCommands').selectAll().where('id', '=', id).executeTakeFirst(),
    page: (page: PageQuery) =>
      readPage(reader().selectFrom('deviceCommands').selectAll(), { ...page, sort: newestFirst('createdAt') }),
    since: (time: string) =>
      reader()
        .selectFrom('deviceCommands')
        .selectAll()
        .where((where) => where.or([where('endedAt', 'is', null), where('endedAt', '>=', time)]))
        .execute(),
    underWay: () => reader().selectFrom('deviceCommands').selectAll().where('endedAt', 'is', null).execute(),
    async add(row: CommandRow, outcomes: readonly OutcomeRow[]): Promise<void> {
      await query.insertInto('deviceCommands').values(row).execute()
      for (let from = 0; from < outcomes.length; from += batch)
        await query
          .insertInto('deviceCommandOutcomes')
          .values(outcomes.slice(from, from + batch))
          .execute()
    },
    setStatus: (id: string, set: { status: CommandStatus; endedAt?: string }) =>
      query.updateTable('deviceCommands').set(set).where('id', '=', id).execute(),
    async removeEndedBefore(time: string): Promise<void> {
      const old = query.selectFrom('deviceCommands').select('id').where('endedAt', '<', time)
      await query.deleteFrom('deviceCommandOutcomes').where('commandId', 'in', old).execute()
      await query.deleteFrom('deviceCommands').where('endedAt', '<', time).execute()
    },
  }
}

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
