import type { DeviceAction, DeviceRecord } from '@vermilion/contract/devices/records'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'

interface DeviceRecordRow extends DeviceRecord {
  deviceId: string
}

const mostDetail = 2_000
/** Days that coming and going is told: a device that flaps writes some hundred of these each day. */
const comingAndGoingDays = 90
const comingAndGoing: readonly DeviceAction[] = ['connected', 'disconnected', 'host-key-refused']
const day = 86_400_000
/** Rows that one statement forgets. */
const batchSize = 1_000

const forgetting = jobKind<null>('forget-device-records')

/** Adds to the log of a device, in the transaction around if there is one. `account` is null for what happens by itself. */
export type KeepDeviceRecord = (
  deviceId: string,
  action: DeviceAction,
  about: { account: string | null; detail?: string },
) => Promise<void>

export type DeviceRecords = ReturnType<typeof createDeviceRecords>

/** The log of everything that is done on devices. */
export function createDeviceRecords({ database, clock, jobs }: { database: Database; clock: Clock; jobs: Jobs }) {
  const query = database.query<{ deviceRecords: DeviceRecordRow }>()
  const keep: KeepDeviceRecord = async (deviceId, action, { account, detail = '' }) => {
    const row = { id: newId(), deviceId, at: clock.time(), action, account, detail: detail.slice(0, mostDetail) }
    await query.insertInto('deviceRecords').values(row).execute()
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
    page(deviceId: string, { action, ...page }: PageQuery & { action?: DeviceAction | undefined }) {
      let rows = database
        .reader<{ deviceRecords: DeviceRecordRow }>()
        .selectFrom('deviceRecords')
        .select(['id', 'at', 'action', 'account', 'detail'])
        .where('deviceId', '=', deviceId)
      if (action !== undefined) rows = rows.where('action', '=', action)
      return readPage(rows, {
        ...page,
        sort: [
          { column: 'at', direction: 'desc' },
          { column: 'id', direction: 'desc' },
        ],
      })
    },
    forget: (deviceId: string) => query.deleteFrom('deviceRecords').where('deviceId', '=', deviceId).execute(),
  }
}
