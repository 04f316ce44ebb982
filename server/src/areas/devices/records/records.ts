import type { DeviceAction, DeviceRecord } from '@vermilion/contract/devices/records'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Clock } from '#platform/clock'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { narrow } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { newestFirst, readPage } from '#platform/database/page'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'

interface DeviceRecordRow extends Omit<DeviceRecord, 'reason'> {
  deviceId: string
  reason: JsonText<Text> | null
}

const maxDetailLength = 2_000
/** Days that connection records are stored: an unstable device writes some hundred per day. */
const comingAndGoingDays = 90
const comingAndGoing: readonly DeviceAction[] = ['connected', 'disconnected', 'host-key-refused']
const day = 86_400_000
const batchSize = 1_000

const shownColumns = ['id', 'at', 'action', 'account', 'detail', 'reason'] as const
const toRecords = (page: Page<Pick<DeviceRecordRow, (typeof shownColumns)[number]>>): Page<DeviceRecord> => ({
  ...page,
  items: page.items.map((row) => ({ ...row, reason: row.reason && readJson(row.reason) })),
})

const forgetting = jobKind<null>('forget-device-records')

/** Adds a record, in the surrounding transaction if any. `account` is null for automatic events. */
export type KeepDeviceRecord = (
  deviceId: string,
  action: DeviceAction,
  about: { account: string | null; detail?: string; reason?: Text | undefined },
) => Promise<void>

export type DeviceRecords = ReturnType<typeof createDeviceRecords>

export function createDeviceRecords({ database, clock, jobs }: { database: Database; clock: Clock; jobs: Jobs }) {
  const query = database.query<{ deviceRecords: DeviceRecordRow; devices: { id: string } }>()
  const keep: KeepDeviceRecord = async (deviceId, action, { account, detail = '', reason }) => {
    const about = { detail: detail.slice(0, maxDetailLength), reason: reason === undefined ? null : writeJson(reason) }
    const row = { id: newId(), deviceId, at: clock.time(), action, account, ...about }
    // Records of a deleted device would be unreachable and never deleted.
    const device = await query.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst()
    if (device !== undefined) await query.insertInto('deviceRecords').values(row).execute()
  }
  jobs.daily(forgetting, {
    async run() {
      const threshold = new Date(clock.now() - comingAndGoingDays * day).toISOString()
      const old = query
        .selectFrom('deviceRecords')
        .select('id')
        .where('action', 'in', comingAndGoing)
        .where('at', '<', threshold)
        .limit(batchSize)
      const removeSome = () => query.deleteFrom('deviceRecords').where('id', 'in', old).executeTakeFirst()
      while (Number((await removeSome()).numDeletedRows) === batchSize);
    },
  })
  return {
    keep,
    async page(deviceId: string, { action, ...page }: PageQuery & { action?: DeviceAction | undefined }) {
      let rows = database
        .reader<{ deviceRecords: DeviceRecordRow }>()
        .selectFrom('deviceRecords')
        .select(shownColumns)
        .where('deviceId', '=', deviceId)
      if (action !== undefined) rows = rows.where('action', '=', action)
      return toRecords(await readPage(rows, { ...page, sort: newestFirst('at') }))
    },
    async deletions({ search = '', ...page }: PageQuery & { search?: string | undefined }) {
      const rows = database
        .reader<{ deviceRecords: DeviceRecordRow }>()
        .selectFrom('deviceRecords')
        .select(shownColumns)
        .where('action', '=', 'deleted')
      const matching = narrow(rows, { search }, [contains('detail', search)])
      return toRecords(await readPage(matching, { ...page, sort: newestFirst('at') }))
    },
    async close(deviceId: string, { account, detail }: { account: string; detail: string }): Promise<void> {
      await query.deleteFrom('deviceRecords').where('deviceId', '=', deviceId).execute()
      const row = { id: newId(), deviceId, at: clock.time(), action: 'deleted', account, detail, reason: null } as const
      await query.insertInto('deviceRecords').values(row).execute()
    },
  }
}
