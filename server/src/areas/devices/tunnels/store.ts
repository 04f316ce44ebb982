import type { Enrolment } from '@vermilion/contract/devices/enrolments'
import { type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface EnrolmentRow extends Omit<Enrolment, 'tags'> {
  tokenHash: string
  tags: JsonText<string[]>
}

export interface TunnelRow {
  deviceId: string
  username: string
  publicKey: string
}

interface TunnelTables {
  deviceEnrolments: EnrolmentRow
  deviceTunnels: TunnelRow
}

export type TunnelStore = ReturnType<typeof createTunnelStore>

export function createTunnelStore(database: Database) {
  const query = database.query<TunnelTables>()
  const enrolments = query.selectFrom('deviceEnrolments').selectAll()
  return {
    enrolmentById: (id: string) => enrolments.where('id', '=', id).executeTakeFirst(),
    enrolmentByToken: (tokenHash: string) => enrolments.where('tokenHash', '=', tokenHash).executeTakeFirst(),
    addEnrolment: (row: EnrolmentRow) => query.insertInto('deviceEnrolments').values(row).execute(),
    useEnrolment: (id: string, deviceId: string) =>
      query.updateTable('deviceEnrolments').set({ deviceId }).where('id', '=', id).execute(),
    removeEnrolment: (id: string) => query.deleteFrom('deviceEnrolments').where('id', '=', id).execute(),
    removeExpired: (time: string) => query.deleteFrom('deviceEnrolments').where('expiresAt', '<', time).execute(),
    addTunnel: (row: TunnelRow) => query.insertInto('deviceTunnels').values(row).execute(),
    tunnelByUser: (username: string) =>
      query.selectFrom('deviceTunnels').selectAll().where('username', '=', username).executeTakeFirst(),
    tunnelOf: (deviceId: string) =>
      query.selectFrom('deviceTunnels').selectAll().where('deviceId', '=', deviceId).executeTakeFirst(),
    removeTunnel: (deviceId: string) => query.deleteFrom('deviceTunnels').where('deviceId', '=', deviceId).execute(),
  }
}

export function toEnrolment({ tokenHash: _tokenHash, tags, ...row }: EnrolmentRow): Enrolment {
  return { ...row, tags: readJson(tags) }
}
