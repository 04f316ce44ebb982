import type { DeviceAction, DeviceRecord } from '@vermilion/contract/devices/records'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import { newId } from '#platform/ids'

interface DeviceRecordRow extends DeviceRecord {
  deviceId: string
}

const mostDetail = 2_000

/** Adds to the log of a device, in the transaction around if there is one. `account` is null for what happens by itself. */
export type KeepDeviceRecord = (
  deviceId: string,
  action: DeviceAction,
  about: { account: string | null; detail?: string },
) => Promise<void>

export type DeviceRecords = ReturnType<typeof createDeviceRecords>

/** The log of everything that is done on devices. */
export function createDeviceRecords({ database, clock }: { database: Database; clock: Clock }) {
  const query = database.query<{ deviceRecords: DeviceRecordRow }>()
  const keep: KeepDeviceRecord = async (deviceId, action, { account, detail = '' }) => {
    const row = { id: newId(), deviceId, at: clock.time(), action, account, detail: detail.slice(0, mostDetail) }
    await query.insertInto('deviceRecords').values(row).execute()
  }
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
