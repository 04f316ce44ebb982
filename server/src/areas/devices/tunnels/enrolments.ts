import { createHash, randomBytes } from 'node:crypto'
import { enrolmentMinutes } from '@vermilion/contract/devices/enrolments'
import type { Enrolment, enrolmentCreate, EnrolmentReport } from '@vermilion/contract/devices/enrolments'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import { flag, readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { hostKeyOf } from '../keys/host-key.ts'
import { type ServerKeys, signInKey } from '../keys/server-key.ts'
import type { DeviceRecords } from '../records/records.ts'
import { type DeviceStore, keyColumn, newDeviceRow } from '../store.ts'
import { type EnrolmentRow, toEnrolment, type TunnelStore } from './store.ts'
import type { Tunnels } from './tunnels.ts'

const minute = 60_000
const dayMilliseconds = 86_400_000

interface EnrolmentsNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'secrets'> {
  serverKeys: ServerKeys
  devices: DeviceStore
  records: DeviceRecords
  store: TunnelStore
  tunnels: Tunnels
}

export interface EnrolmentResult {
  readonly username: string
  readonly port: number
  readonly host: string | undefined
  readonly endpointKey: string
  readonly authorizedKey: string
}

export type Enrolments = ReturnType<typeof createEnrolments>

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createEnrolments(needs: EnrolmentsNeeds) {
  const { database, clock, events, secrets, serverKeys, devices, records, store, tunnels } = needs

  async function requireFreeName(name: string): Promise<void> {
    if ((await devices.byName(name)) !== undefined) throw fail('device.name-taken', { name })
  }

  function requirePort(): number {
    const port = tunnels.port()
    if (port === null) throw fail('enrolment.disabled')
    return port
  }

  async function requireToken(token: string): Promise<EnrolmentRow> {
    const row = await store.enrolmentByToken(hashOf(token))
    if (row === undefined || Date.parse(row.expiresAt) <= clock.now()) throw fail('enrolment.invalid')
    return row
  }

  async function resultFor(username: string): Promise<EnrolmentResult> {
    const port = requirePort()
    const { address } = tunnels.settings ?? {}
    return {
      username,
      port: address?.port ?? port,
      host: address?.host,
      endpointKey: (await tunnels.publicKey()).publicKey,
      authorizedKey: (await serverKeys.publicKey(signInKey)).publicKey,
    }
  }

  /** Adds the device and its tunnel in the surrounding transaction. Returns its username. */
  async function addDevice(row: EnrolmentRow, report: EnrolmentReport): Promise<string> {
    await requireFreeName(row.name)
    const credentials = { method: 'server-key' } as const
    const device = newDeviceRow(
      {
        name: row.name,
        kind: row.kind,
        host: report.hostName,
        port: report.sshPort,
        jumpDeviceId: null,
        username: report.username,
        group: row.group,
        tags: readJson(row.tags),
        notes: '',
      },
      {
        credentials: secrets.seal(JSON.stringify(credentials)),
        authentication: 'server-key',
        creator: row.creator,
        now: clock.time(),
      },
    )
    // The holder of the token vouches for the key that the device read locally.
    const hostKey = hostKeyOf(Buffer.from(report.hostKey.split(' ')[1] ?? '', 'base64'))
    await devices.add({
      ...device,
      tunnelled: flag(true),
      hostKey: keyColumn(hostKey),
      status: 'offline',
      problem: 'tunnel-closed',
    })
    const username = `device-${newId()}`
    await store.addTunnel({ deviceId: device.id, username, publicKey: report.tunnelKey })
    await store.useEnrolment(row.id, device.id)
    await records.keep(device.id, 'enrolled', { account: row.creator, detail: hostKey.fingerprint })
    events.publish({ type: 'device-changed', deviceId: device.id })
    return username
  }

  return {
    async endpoint() {
      const port = tunnels.port()
      return {
        enabled: port !== null,
        port,
        fingerprint: port === null ? null : (await tunnels.publicKey()).fingerprint,
      }
    },

    async create(
      input: z.output<typeof enrolmentCreate>,
      creator: string,
    ): Promise<{ enrolment: Enrolment; token: string }> {
      requirePort()
      await requireFreeName(input.name)
      const token = randomBytes(24).toString('base64url')
      const now = clock.now()
      const row: EnrolmentRow = {
        ...input,
        id: newId(),
        tokenHash: hashOf(token),
        tags: writeJson(input.tags),
        creator,
        createdAt: clock.time(),
        expiresAt: new Date(now + enrolmentMinutes * minute).toISOString(),
        deviceId: null,
      }
      await database.transaction(async () => {
        await store.removeExpired(new Date(now - dayMilliseconds).toISOString())
        await store.addEnrolment(row)
      })
      return { enrolment: toEnrolment(row), token }
    },

    async get(id: string): Promise<Enrolment> {
      const row = await store.enrolmentById(id)
      if (row === undefined) throw fail('enrolment.not-found')
      return toEnrolment(row)
    },

    async cancel(id: string): Promise<void> {
      const row = await store.enrolmentById(id)
      if (row === undefined) throw fail('enrolment.not-found')
      await store.removeEnrolment(id)
    },

    async check(token: string): Promise<void> {
      if ((await requireToken(token)).deviceId !== null) throw fail('enrolment.invalid')
    },

    /** A repeated report with the same key gets the same response, since the first one may have been lost. */
    async use(token: string, report: EnrolmentReport): Promise<EnrolmentResult> {
      requirePort()
      const username = await database.transaction(async () => {
        const row = await requireToken(token)
        if (row.deviceId === null) return addDevice(row, report)
        const tunnel = await store.tunnelOf(row.deviceId)
        if (tunnel?.publicKey !== report.tunnelKey) throw fail('enrolment.invalid')
        return tunnel.username
      })
      return resultFor(username)
    },
  }
}
