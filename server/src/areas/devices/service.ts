import type { Device, deviceCreate, deviceUpdate } from '@vermilion/contract/devices'
import type { DeviceAddress, HostKey } from '@vermilion/contract/devices/access'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import type { z } from 'zod'
import { writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { connect } from './connection/connect.ts'
import { ConnectFailed, failureOf } from './connection/problems.ts'
import { checkPrivateKey } from './keys/private-key.ts'
import { type ServerKeys, signInKey } from './keys/server-key.ts'
import type { DeviceConnections } from './connection/connections.ts'
import type { DeviceMonitor } from './monitoring/monitor.ts'
import { deviceDeleted } from './records/device-deleted.ts'
import type { DeviceRecords } from './records/records.ts'
import { type DeviceQuery, type DeviceRow, type DeviceStore, keyColumn, newDeviceRow, toDevice } from './store.ts'
import type { Targets } from './connection/targets.ts'

interface DevicesNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'secrets'> {
  serverKeys: ServerKeys
  store: DeviceStore
  targets: Targets
  connections: DeviceConnections
  records: DeviceRecords
  monitor: DeviceMonitor
}

const maxJumps = 8

export type DeviceService = ReturnType<typeof createDeviceService>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createDeviceService(needs: DevicesNeeds) {
  const { database, clock, events, secrets, serverKeys, store, targets, connections, records, monitor } = needs

  async function find(id: string): Promise<DeviceRow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('device.not-found')
    return row
  }
  const get = async (id: string): Promise<Device> => toDevice(await find(id))

  async function requireFreeName(name: string, except?: string): Promise<void> {
    const namesake = await store.byName(name)
    if (namesake !== undefined && namesake.id !== except) throw fail('device.name-taken', { name })
  }

  async function requireJump(jumpDeviceId: string | null, from?: string): Promise<void> {
    let next = jumpDeviceId
    for (let jumps = 0; next !== null; jumps += 1) {
      const jump: DeviceRow | undefined = await store.byId(next)
      if (jump === undefined) throw fail('device.jump-not-found')
      if (jump.id === from || jumps >= maxJumps) throw fail('device.jump-loop')
      next = jump.jumpDeviceId
    }
  }

  async function scanHostKey(address: DeviceAddress): Promise<HostKey> {
    await requireJump(address.jumpDeviceId)
    const { host, port } = address
    try {
      const socket = await targets.socketTo(address)
      const nobody = { username: 'vermilion', authentication: { method: 'password', password: '-' } } as const
      const opened = await connect({ host, port, ...nobody, hostKey: null, ...(socket !== undefined && { socket }) })
      opened.close()
      throw new Error('a connection without a confirmed host key')
    } catch (error) {
      if (!(error instanceof ConnectFailed)) throw error
      if (error.shownHostKey !== null) return error.shownHostKey
      throw failureOf(error, { host, username: '', confirmed: null })
    }
  }

  /** Signs in once, so that the user sees problems when adding a device. Returns the host key. */
  async function trySignIn(row: DeviceRow, fingerprint: string): Promise<HostKey> {
    const { host, username } = row
    const confirmed: HostKey = { algorithm: 'ssh-ed25519', fingerprint }
    try {
      const presented = await scanHostKey(row)
      if (presented.fingerprint !== fingerprint)
        throw new ConnectFailed('host-key-changed', 'another host key', presented)
      const connection = await connect({ ...(await targets.of(row)), hostKey: presented })
      connection.close()
      return presented
    } catch (error) {
      throw error instanceof ConnectFailed ? failureOf(error, { host, username, confirmed }) : error
    }
  }

  function newRow(input: z.output<typeof deviceCreate>, creator: string): DeviceRow {
    const { credentials, fingerprint: _fingerprint, ...plain } = input
    const sealed = secrets.seal(JSON.stringify(credentials))
    const making = { credentials: sealed, authentication: credentials.method, creator, now: clock.time() }
    return newDeviceRow(plain, making)
  }

  const confirmedColumns = (key: HostKey): Partial<DeviceRow> => ({
    hostKey: keyColumn(key),
    shownHostKey: null,
    status: 'connecting',
    problem: null,
    problemDetail: null,
    statusChangedAt: clock.time(),
  })

  return {
    get,
    scanHostKey,

    all: async (): Promise<Device[]> => (await store.all()).map(toDevice),
    async list(query: DeviceQuery): Promise<Page<Device>> {
      const page = await store.page(query)
      return { ...page, items: page.items.map(toDevice) }
    },

    groups: store.groups,

    async serverKey() {
      return { ...(await serverKeys.publicKey(signInKey)), agent: targets.agentSocket !== undefined }
    },

    async create(input: z.output<typeof deviceCreate>, creator: string): Promise<Device> {
      checkPrivateKey(input.credentials)
      await requireFreeName(input.name)
      await requireJump(input.jumpDeviceId)
      const row = newRow(input, creator)
      const key = input.fingerprint === null ? null : await trySignIn(row, input.fingerprint)
      await database.transaction(async () => {
        await requireFreeName(input.name)
        await store.add({ ...row, ...(key !== null && confirmedColumns(key)) })
        await records.keep(row.id, 'created', { account: creator })
        if (key !== null)
          await records.keep(row.id, 'host-key-confirmed', { account: creator, detail: key.fingerprint })
        events.publish({ type: 'device-changed', deviceId: row.id })
      })
      if (key !== null) await connections.begin(row.id)
      return get(row.id)
    },

    async update(id: string, input: z.output<typeof deviceUpdate>, account: string): Promise<Device> {
      const { credentials, tags, ...plain } = input
      if (credentials !== undefined) checkPrivateKey(credentials)
      if (plain.jumpDeviceId !== undefined) await requireJump(plain.jumpDeviceId, id)
      const isMoved = await database.transaction(async () => {
        const row = await find(id)
        if (plain.name !== undefined) await requireFreeName(plain.name, id)
        const moved = (['host', 'port', 'jumpDeviceId'] as const).some(
          (field) => plain[field] !== undefined && plain[field] !== row[field],
        )
        // Otherwise an editor could have the password sent to another host.
        if (moved && row.authentication === 'password' && credentials === undefined)
          throw fail('device.password-needed')
        await store.update(id, {
          ...plain,
          tags: tags && writeJson(tags),
          authentication: credentials?.method,
          credentials: credentials && secrets.seal(JSON.stringify(credentials)),
          // A new address may be another device.
          ...(moved && { hostKey: null, shownHostKey: null, status: 'offline', problem: 'host-key-unconfirmed' }),
          updatedAt: clock.time(),
        })
        await records.keep(id, 'updated', { account, detail: Object.keys(input).join(', ') })
        events.publish({ type: 'device-changed', deviceId: id })
        return moved
      })
      if (isMoved) connections.end(id)
      else if (credentials !== undefined || plain.username !== undefined) await connections.beginAnew(id)
      return get(id)
    },

    async remove(id: string, account: string): Promise<void> {
      await database.transaction(async () => {
        const { name, username, host, port } = await find(id)
        const [dependent] = await store.throughJump(id)
        if (dependent !== undefined)
          throw fail('device.in-use', {
            name,
            reason: { en: `${dependent.name} is reached through it`, zh: `${dependent.name} 经由它连接` },
          })
        await events.emit(deviceDeleted, { deviceId: id, name })
        await store.remove(id)
        await records.close(id, { account, detail: `${name} (${username}@${host}:${port})` })
        await monitor.removeDevice(id)
        events.publish({ type: 'device-changed', deviceId: id })
      })
      connections.end(id)
    },

    async confirmHostKey(id: string, fingerprint: string, account: string): Promise<Device> {
      const key = await trySignIn(await find(id), fingerprint)
      await database.transaction(async () => {
        await find(id)
        await store.update(id, confirmedColumns(key))
        await records.keep(id, 'host-key-confirmed', { account, detail: fingerprint })
        events.publish({ type: 'device-changed', deviceId: id })
      })
      await connections.beginAnew(id)
      return get(id)
    },

    async connect(id: string): Promise<Device> {
      const { hostKey } = await find(id)
      if (hostKey !== null) await connections.begin(id)
      return get(id)
    },

    async probe(id: string, account: string): Promise<Device> {
      await find(id)
      await monitor.probe(id, account)
      return get(id)
    },

    async history(id: string, query: Parameters<DeviceMonitor['history']['read']>[1]) {
      await find(id)
      return monitor.history.read(id, query)
    },

    deletions: records.deletions,

    async records(id: string, query: Parameters<DeviceRecords['page']>[1]) {
      await find(id)
      return records.page(id, query)
    },
  }
}
