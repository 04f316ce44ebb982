import type { AuthenticationMethod, HostKey } from '@vermilion/contract/devices/access'
import type { Device, DeviceProblem, deviceSorts, DeviceStatus } from '@vermilion/contract/devices'
import type { DeviceKind } from '@vermilion/contract/devices/kinds'
import type { DeviceFacts } from '@vermilion/contract/devices/facts'
import type { DeviceReading } from '@vermilion/contract/devices/readings'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import { sql } from 'kysely'
import { flag, readJson, writeJson } from '#platform/database/columns'
import type { Flag, JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { anyContains, alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import type { SortKey } from '#platform/database/page'

export interface DeviceRow {
  id: string
  name: string
  kind: DeviceKind
  host: string
  port: number
  jumpDeviceId: string | null
  tunnelled: Flag
  username: string
  authentication: AuthenticationMethod
  credentials: string
  hostKey: JsonText<HostKey> | null
  shownHostKey: JsonText<HostKey> | null
  group: string
  tags: JsonText<string[]>
  notes: string
  status: DeviceStatus
  problem: DeviceProblem | null
  problemDetail: string | null
  statusChangedAt: string
  lastSeenAt: string | null
  facts: JsonText<DeviceFacts> | null
  factsAt: string | null
  reading: JsonText<DeviceReading> | null
  model: string
  cpu: number | null
  gpu: number | null
  temperature: number | null
  memory: number | null
  disk: number | null
  creator: string
  createdAt: string
  updatedAt: string
}

export interface DeviceQuery extends ListQuery {
  status?: DeviceStatus | undefined
  kind?: DeviceKind | undefined
  group?: string | undefined
  tags?: string | undefined
}

const orNone: SortKey = { name: 'number', of: (operand) => sql`coalesce(${operand}, -1000)` }
const orNever: SortKey = { name: 'time', of: (operand) => sql`coalesce(${operand}, '')` }

const orders = {
  name: { column: 'name', by: alphabetical },
  status: { column: 'status' },
  kind: { column: 'kind' },
  group: { column: 'group', by: alphabetical },
  model: { column: 'model', by: alphabetical },
  cpu: { column: 'cpu', by: orNone },
  gpu: { column: 'gpu', by: orNone },
  temperature: { column: 'temperature', by: orNone },
  memory: { column: 'memory', by: orNone },
  disk: { column: 'disk', by: orNone },
  lastSeenAt: { column: 'lastSeenAt', by: orNever },
  createdAt: { column: 'createdAt' },
} as const satisfies Record<(typeof deviceSorts)[number], object>

const readingColumns = {
  reading: dialect.textAt('row.value', 'reading'),
  lastSeenAt: dialect.textAt('row.value', 'lastSeenAt'),
  cpu: dialect.numberAt('row.value', 'cpu'),
  gpu: dialect.numberAt('row.value', 'gpu'),
  temperature: dialect.numberAt('row.value', 'temperature'),
  memory: dialect.numberAt('row.value', 'memory'),
  disk: dialect.numberAt('row.value', 'disk'),
}
export type DeviceReadingColumns = Pick<DeviceRow, 'id' | keyof typeof readingColumns>

interface DeviceTables {
  devices: DeviceRow
}

export type DeviceStore = ReturnType<typeof createDeviceStore>

export function createDeviceStore(database: Database) {
  const query = database.query<DeviceTables>()
  const byId = (id: string) => query.selectFrom('devices').selectAll().where('id', '=', id)
  return {
    byId: (id: string) => byId(id).executeTakeFirst(),
    byName: (name: string) => query.selectFrom('devices').select('id').where('name', '=', name).executeTakeFirst(),
    names: () => database.reader<DeviceTables>().selectFrom('devices').select(['id', 'name']).execute(),
    withFactsBefore: (time: string) =>
      database
        .reader<DeviceTables>()
        .selectFrom('devices')
        .select('id')
        .where('status', '=', 'online')
        .where('factsAt', '<', time)
        .execute(),
    throughJump: (jumpDeviceId: string) =>
      query.selectFrom('devices').select(['id', 'name']).where('jumpDeviceId', '=', jumpDeviceId).execute(),
    all: () => database.reader<DeviceTables>().selectFrom('devices').selectAll().orderBy('name').execute(),
    // Read every few seconds: on the reader's connection it would keep a reader thread alive, and its memory.
    health: () =>
      query
        .selectFrom('devices')
        .select(['id', 'name', 'status', 'lastSeenAt', 'createdAt', 'temperature', 'disk'])
        .execute(),
    groups: () =>
      database
        .reader<DeviceTables>()
        .selectFrom('devices')
        .select(['group as name', (expression) => expression.fn.countAll<number>().as('devices')])
        .where('group', '!=', '')
        .groupBy('group')
        .orderBy('group')
        .execute(),
    page({ status, kind, group, ...filters }: DeviceQuery) {
      const { search = '' } = filters
      let rows = database.reader<DeviceTables>().selectFrom('devices').selectAll()
      if (status !== undefined) rows = rows.where('status', '=', status)
      if (kind !== undefined) rows = rows.where('kind', '=', kind)
      if (group !== undefined) rows = rows.where('group', '=', group)
      const searched = ['name', 'host', 'model', 'group', 'notes'].map((column) => contains(column, search))
      const selected = narrow(rows, filters, [...searched, anyContains('tags', search)])
      return readPage(selected, { ...filters, sort: orderOf(orders, filters.sort, 'name') })
    },
    add: (row: DeviceRow) => query.insertInto('devices').values(row).execute(),
    update: (id: string, set: Partial<DeviceRow>) =>
      query.updateTable('devices').set(set).where('id', '=', id).execute(),
    updateReadings: (rows: readonly DeviceReadingColumns[]) =>
      query
        .updateTable('devices')
        .from(dialect.elements(sql`${JSON.stringify(rows)}`).as('row'))
        .set(readingColumns)
        .whereRef('devices.id', '=', dialect.textAt('row.value', 'id'))
        .execute(),
    forgetConnections: (now: string) =>
      query
        .updateTable('devices')
        .set({ status: 'connecting', problem: null, problemDetail: null, statusChangedAt: now })
        .where('hostKey', 'is not', null)
        .execute(),
    async remove(id: string): Promise<boolean> {
      return (await query.deleteFrom('devices').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

export function toDevice(row: DeviceRow): Device {
  const { credentials: _credentials, model: _model, cpu: _cpu, gpu: _gpu, temperature: _temperature, ...rest } = row
  const {
    memory: _memory,
    disk: _disk,
    factsAt: _factsAt,
    tunnelled,
    hostKey,
    shownHostKey,
    tags,
    facts,
    reading,
    ...plain
  } = rest
  return {
    ...plain,
    tunnelled: tunnelled === flag(true),
    hostKey: hostKey && readJson(hostKey),
    shownHostKey: shownHostKey && readJson(shownHostKey),
    tags: readJson(tags),
    facts: facts && readJson(facts),
    reading: reading && readJson(reading),
  }
}

export const keyColumn = (key: HostKey | null): JsonText<HostKey> | null => key && writeJson(key)
