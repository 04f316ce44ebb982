import type { RolloutRecord } from '@vermilion/contract/rollouts'
import { dialect } from '#platform/database/dialect'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'

interface Tables {
  rolloutLines: { id: string; rolloutDeviceId: string; number: number; at: string; text: string }
  rolloutRecords: RolloutRecord & { id: string; rolloutId: string }
}

const maxLines = 1_000
const maxLineLength = 2_000

export function createHistoryStore({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const query = database.query<Tables>()
  return {
    async addLines(rolloutDeviceId: string, texts: readonly string[]): Promise<void> {
      const latest = texts.slice(-maxLines)
      if (latest.length === 0) return
      await database.transaction(async () => {
        const last = await query
          .selectFrom('rolloutLines')
          .select((expression) => expression.fn.max<number | null>('number').as('number'))
          .where('rolloutDeviceId', '=', rolloutDeviceId)
          .executeTakeFirst()
        const begin = (last?.number ?? 0) + 1
        const at = clock.time()
        const rows = latest.map((text, index) => ({
          id: newId(),
          rolloutDeviceId,
          number: begin + index,
          at,
          text: text.slice(0, maxLineLength),
        }))
        for (let start = 0; start < rows.length; start += 100)
          await query
            .insertInto('rolloutLines')
            .values(rows.slice(start, start + 100))
            .execute()
        await query
          .deleteFrom('rolloutLines')
          .where('rolloutDeviceId', '=', rolloutDeviceId)
          .where('number', '<', begin + rows.length - maxLines)
          .execute()
      })
    },
    lines: (rolloutDeviceId: string) =>
      query
        .selectFrom('rolloutLines')
        .select(['at', 'text'])
        .where('rolloutDeviceId', '=', rolloutDeviceId)
        .orderBy('number')
        .execute(),

    async addRecord(
      rolloutId: string,
      action: RolloutRecord['action'],
      { account, detail = '' }: { account: string | null; detail?: string },
    ): Promise<void> {
      const row = { id: newId(), rolloutId, at: clock.time(), action, account, detail }
      await query.insertInto('rolloutRecords').values(row).execute()
    },
    records: (rolloutId: string) =>
      query
        .selectFrom('rolloutRecords')
        .select(['at', 'action', 'account', 'detail'])
        .where('rolloutId', '=', rolloutId)
        .orderBy('at', 'desc')
        .orderBy(dialect.rowNumber(), 'desc')
        .execute(),

    async forgetRollout(rolloutId: string, rolloutDeviceIds: readonly string[]): Promise<void> {
      for (const id of rolloutDeviceIds)
        await query.deleteFrom('rolloutLines').where('rolloutDeviceId', '=', id).execute()
      await query.deleteFrom('rolloutRecords').where('rolloutId', '=', rolloutId).execute()
    },
  }
}
