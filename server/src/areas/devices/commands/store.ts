import type { CommandOutcome, CommandStatus, DeviceCommand } from '@vermilion/contract/devices/commands'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

export interface CommandRow extends Omit<DeviceCommand, 'outcomes'> {}

export interface OutcomeRow extends CommandOutcome {
  commandId: string
  omitted: number
  head: string
  tail: string
}

export interface CommandTables {
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
      readPage(reader().selectFrom('deviceCommands').selectAll(), {
        ...page,
        sort: [
          { column: 'createdAt', direction: 'desc' },
          { column: 'id', direction: 'desc' },
        ],
      }),
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
