import type { HostKey } from '@vermilion/contract/devices/access'
import type { Device, deviceSorts, DeviceStatus } from '@vermilion/contract/devices'
import type { DeviceKind } from '@vermilion/contract/devices/kinds'
import type { DeviceFacts } from '@vermilion/contract/devices/facts'
import type { DeviceReading } from '@vermilion/contract/devices/readings'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import { sql } from 'kysely'
import { flag, type Flag, type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { anyContains, alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage, type SortKey } from '#platform/database/page'
import { newId } from '#platform/ids'

/** The columns from `model` on repeat values of the JSON columns, by which devices are sorted. */
export interface DeviceRow extends Omit<
  Device,
  'tunnelled' | 'hostKey' | 'shownHostKey' | 'tags' | 'facts' | 'reading'
> {
  tunnelled: Flag
  credentials: string
  hostKey: JsonText<HostKey> | null
  shownHostKey: JsonText<HostKey> | null
  tags: JsonText<string[]>
  facts: JsonText<DeviceFacts> | null
  factsAt: string | null
  reading: JsonText<DeviceReading> | null
  model: string
  cpu: number | null
  gpu: number | null
  temperature: number | null
  memory: number | null
  disk: number | null
}

/** Columns that are undefined stay as they are. */
type Changes = { [Column in keyof DeviceRow]?: DeviceRow[Column] | undefined }

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
  const devices = () => database.reader<DeviceTables>().selectFrom('devices')
  return {
    byId: (id: string) => query.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst(),
    byName: (name: string) => query.selectFrom('devices').select('id').where('name', '=', name).executeTakeFirst(),
    names: () => devices().select(['id', 'name']).execute(),
    withFactsBefore: (time: string) =>
      devices().select('id').where('status', '=', 'online').where('factsAt', '<', time).execute(),
    throughJump: (jumpDeviceId: string) =>
      query.selectFrom('devices').select(['id', 'name']).where('jumpDeviceId', '=', jumpDeviceId).execute(),
    all: () => devices().selectAll().orderBy('name').execute(),
    // Read every few seconds: on the reader's connection it would keep a reader thread alive, and its memory.
    health: () =>
      query
        .selectFrom('devices')
        .select(['id', 'name', 'status', 'lastSeenAt', 'createdAt', 'temperature', 'disk'])
        .execute(),
    groups: () =>
      devices()
        .select(['group as name', (expression) => expression.fn.countAll<number>().as('devices')])
        .where('group', '!=', '')
        .groupBy('group')
        .orderBy('group')
        .execute(),
    page({ status, kind, group, ...filters }: DeviceQuery) {
      const { search = '' } = filters
      let rows = devices().selectAll()
      if (status !== undefined) rows = rows.where('status', '=', status)
      if (kind !== undefined) rows = rows.where('kind', '=', kind)
      if (group !== undefined) rows = rows.where('group', '=', group)
      const searched = ['name', 'host', 'model', 'group', 'notes'].map((column) => contains(column, search))
      const selected = narrow(rows, filters, [...searched, anyContains('tags', search)])
      return readPage(selected, { ...filters, sort: orderOf(orders, filters.sort, 'name') })
    },
    add: (row: DeviceRow) => query.insertInto('devices').values(row).execute(),
    update: (id: string, set: Changes) => query.updateTable('devices').set(set).where('id', '=', id).execute(),
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

type NewDevice = Pick<
  DeviceRow,
  'name' | 'kind' | 'host' | 'port' | 'jumpDeviceId' | 'username' | 'group' | 'notes'
> & {
  tags: string[]
}

interface NewDeviceOwner {
  credentials: string
  authentication: DeviceRow['authentication']
  creator: string
  now: string
}

/** A new device has never connected, and its host key is unconfirmed. */
export function newDeviceRow(
  device: NewDevice,
  { credentials, authentication, creator, now }: NewDeviceOwner,
): DeviceRow {
  return {
    ...device,
    id: newId(),
    tunnelled: flag(false),
    authentication,
    credentials,
    hostKey: null,
    shownHostKey: null,
    tags: writeJson(device.tags),
    status: 'offline',
    problem: 'host-key-unconfirmed',
    problemDetail: null,
    statusChangedAt: now,
    lastSeenAt: null,
    facts: null,
    factsAt: null,
    reading: null,
    model: '',
    cpu: null,
    gpu: null,
    temperature: null,
    memory: null,
    disk: null,
    creator,
    createdAt: now,
    updatedAt: now,
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
