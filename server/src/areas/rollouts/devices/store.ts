import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import type { RolloutDevice, RolloutDeviceStatus } from '@vermilion/contract/rollouts/devices'
import { flag, type Flag, type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { newestFirst, readPage } from '#platform/database/page'
import type { DeviceCount } from '../engine/phases.ts'
import { touched, untouched } from '../rules.ts'

export interface RolloutDeviceRow extends Omit<RolloutDevice, 'reason' | 'hasFailed'> {
  reason: JsonText<Text> | null
  hasFailed: Flag
  position: number
  bootId: string | null
  deadlineAt: string | null
}

interface Tables {
  rolloutDevices: RolloutDeviceRow
}

interface CountRow extends DeviceCount {
  rolloutId: string
}

export function toRolloutDevice(row: RolloutDeviceRow): RolloutDevice {
  const { position: _position, bootId: _bootId, deadlineAt: _deadlineAt, reason, hasFailed, ...plain } = row
  return { ...plain, reason: reason && readJson(reason), hasFailed: hasFailed === flag(true) }
}

export function createRolloutDeviceStore(database: Database) {
  const query = database.query<Tables>()
  const rows = () => query.selectFrom('rolloutDevices').selectAll()
  const unended = () => rows().where('status', 'in', [...untouched, ...touched])
  const readerRows = () => database.reader<Tables>().selectFrom('rolloutDevices').selectAll()
  const turns = [
    { column: 'position', direction: 'asc' },
    { column: 'id', direction: 'asc' },
  ] as const
  return {
    byId: (id: string) => rows().where('id', '=', id).executeTakeFirst(),
    ofDevice: (rolloutId: string, deviceId: string) =>
      rows().where('rolloutId', '=', rolloutId).where('deviceId', '=', deviceId).executeTakeFirst(),
    addAll: (all: readonly RolloutDeviceRow[]) =>
      query
        .insertInto('rolloutDevices')
        .values([...all])
        .execute(),
    update: (id: string, set: Partial<RolloutDeviceRow>) =>
      query.updateTable('rolloutDevices').set(set).where('id', '=', id).execute(),
    with: (rolloutId: string, statuses: readonly RolloutDeviceStatus[]) =>
      rows().where('rolloutId', '=', rolloutId).where('status', 'in', statuses).orderBy('position').execute(),
    unended: (rolloutId: string) => unended().where('rolloutId', '=', rolloutId).orderBy('position').execute(),
    unendedOfDevice: (deviceId: string) => unended().where('deviceId', '=', deviceId).execute(),
    rolloutsUnderWay: () =>
      query
        .selectFrom('rolloutDevices')
        .select('rolloutId')
        .distinct()
        .where('status', 'in', [...touched])
        .execute(),
    counts: (rolloutIds: readonly string[]): Promise<CountRow[]> =>
      query
        .selectFrom('rolloutDevices')
        .select([
          'rolloutId',
          'phase',
          'status',
          'hasFailed',
          (expression) => expression.fn.countAll<number>().as('devices'),
        ])
        .where('rolloutId', 'in', [...rolloutIds])
        .groupBy(['rolloutId', 'phase', 'status', 'hasFailed'])
        .execute(),
    page(rolloutId: string, { status, ...page }: PageQuery & { status?: RolloutDeviceStatus | undefined }) {
      let selected = readerRows().where('rolloutId', '=', rolloutId)
      if (status !== undefined) selected = selected.where('status', '=', status)
      return readPage(selected, { ...page, sort: turns })
    },
    pageOfDevice: (deviceId: string, page: PageQuery) =>
      readPage(readerRows().where('deviceId', '=', deviceId), { ...page, sort: newestFirst('updatedAt') }),
    removeAll: (rolloutId: string) => query.deleteFrom('rolloutDevices').where('rolloutId', '=', rolloutId).execute(),
  }
}
