import { setTimeout as delay } from 'node:timers/promises'
import type { DeviceProblem, DeviceStatus } from '@vermilion/contract/devices'
import type { HostKey } from '@vermilion/contract/devices/access'
import { fail } from '@vermilion/contract/kernel/errors'
import { readJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { SocketTraffic } from '#platform/socket-traffic'
import { connect } from './connect.ts'
import type { DeviceConnection } from './connection.ts'
import { ConnectFailed, problemOf } from './problems.ts'
import { createTurns } from './turns.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import { deviceStatus, retryDelay } from '../rules.ts'
import { type DeviceStore, keyColumn } from '../store.ts'
import type { Targets } from './targets.ts'

interface Entry {
  connection: DeviceConnection | null
  attempt: Promise<void> | null
  retry: NodeJS.Timeout | null
  /** Consecutive attempts that failed or gave a short connection. */
  failures: number
  /** Monotonic milliseconds. */
  connectedAt: number
  abort: AbortController
}

/** Concurrent attempts: each costs both sides a key exchange. */
const maxAttempts = 20
/** Milliseconds after which a connection counts as stable: a device that disconnects at once is retried slowly. */
const lasting = 60_000
const maxWaitMs = 25_000

interface ConnectionsNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'log'> {
  store: DeviceStore
  targets: Targets
  traffic: Pick<SocketTraffic, 'add'>
  keepRecord: KeepDeviceRecord
}

/** Milliseconds for a device to receive the last data. */
const farewell = 300

export type ConnectionListener = (deviceId: string, connection: DeviceConnection) => void

export type DeviceConnections = ReturnType<typeof createConnections>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createConnections(needs: ConnectionsNeeds) {
  const { database, clock, events, lifecycle, log, store, targets, traffic, keepRecord } = needs
  const entries = new Map<string, Entry>()
  const listeners = new Set<ConnectionListener>()
  const turns = createTurns(maxAttempts)
  let isOver = false

  function entryOf(deviceId: string): Entry {
    const existing = entries.get(deviceId)
    if (existing !== undefined) return existing
    const entry: Entry = {
      connection: null,
      attempt: null,
      retry: null,
      failures: 0,
      connectedAt: 0,
      abort: new AbortController(),
    }
    entries.set(deviceId, entry)
    return entry
  }

  async function setStatus(
    deviceId: string,
    entry: Entry,
    status: DeviceStatus,
    about: { problem: DeviceProblem | null; detail: string | null; shownHostKey: HostKey | null },
  ): Promise<void> {
    await database.transaction(async () => {
      const row = await store.byId(deviceId)
      // The device may have been reconnected or removed meanwhile.
      if (row === undefined || entries.get(deviceId) !== entry) return
      const { problem, detail, shownHostKey } = about
      const changes = row.status !== status || row.problem !== problem
      if (row.status !== status) deviceStatus.check(row.status, status)
      await store.update(deviceId, {
        status,
        problem,
        problemDetail: detail,
        shownHostKey: keyColumn(shownHostKey),
        ...(changes && { statusChangedAt: clock.time() }),
        ...(status === 'online' && { lastSeenAt: clock.time() }),
      })
      if (!changes) return
      if (status === 'online') await keepRecord(deviceId, 'connected', { account: null })
      if (row.status === 'online') await keepRecord(deviceId, 'disconnected', { account: null, detail: detail ?? '' })
      if (problem === 'host-key-changed')
        await keepRecord(deviceId, 'host-key-refused', { account: null, detail: shownHostKey?.fingerprint ?? '' })
      events.publish({ type: 'device-changed', deviceId })
    })
  }

  /** Database errors during shutdown are ignored; none ends the server. */
  const settle = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!isOver) log.error({ err: error }, 'the status of a device could not be kept')
    })

  function retryLater(deviceId: string, entry: Entry, problem: DeviceProblem): void {
    if (isOver || entries.get(deviceId) !== entry) return
    // Random jitter, so that a thousand devices behind one switch do not reconnect at once.
    const wait = retryDelay(problem, entry.failures) * (0.5 + Math.random() / 2)
    entry.failures += 1
    entry.retry = setTimeout(() => void queue(deviceId), wait).unref()
  }

  /** Waits for a slot. A jump device connects first, without holding a slot for those behind it. */
  async function attempt(deviceId: string, entry: Entry): Promise<void> {
    const jumpDeviceId = (await store.byId(deviceId))?.jumpDeviceId ?? null
    if (jumpDeviceId !== null) await entries.get(jumpDeviceId)?.attempt
    const finish = await turns.take(deviceId)
    try {
      if (!isOver && entries.get(deviceId) === entry) await tryOnce(deviceId, entry)
    } finally {
      finish()
    }
  }

  async function tryOnce(deviceId: string, entry: Entry): Promise<void> {
    const row = await store.byId(deviceId)
    if (row === undefined || row.hostKey === null) return
    try {
      const target = await targets.of(row, entry.abort.signal)
      const connection = await connect({
        ...target,
        hostKey: readJson(row.hostKey),
        signal: entry.abort.signal,
        traffic,
      })
      if (isOver || entries.get(deviceId) !== entry) return connection.close()
      entry.connection = connection
      entry.connectedAt = performance.now()
      await settle(setStatus(deviceId, entry, 'online', { problem: null, detail: null, shownHostKey: null }))
      void connection.closed.then((error) => {
        const problem = error !== null && problemOf(error) === 'timed-out' ? 'timed-out' : 'connection-lost'
        return lose(deviceId, connection, { problem, detail: error?.message ?? 'the device closed the connection' })
      })
      for (const listener of listeners) listener(deviceId, connection)
      await settle(wakeThroughJump(deviceId))
    } catch (error) {
      if (isOver || entries.get(deviceId) !== entry) return
      const failure = error instanceof ConnectFailed ? error : new ConnectFailed('unsuitable', String(error))
      const { problem, shownHostKey } = failure
      await settle(setStatus(deviceId, entry, 'offline', { problem, detail: failure.message, shownHostKey }))
      retryLater(deviceId, entry, problem)
    }
  }

  async function wakeThroughJump(deviceId: string): Promise<void> {
    for (const { id } of await store.throughJump(deviceId)) if (entries.get(id)?.retry) void queue(id)
  }

  function lose(
    deviceId: string,
    connection: DeviceConnection,
    { problem, detail }: { problem: DeviceProblem; detail: string },
  ): void {
    const entry = entries.get(deviceId)
    if (isOver || entry?.connection !== connection) return
    entry.connection = null
    if (performance.now() - entry.connectedAt >= lasting) entry.failures = 0
    void settle(setStatus(deviceId, entry, 'offline', { problem, detail, shownHostKey: null })).then(() =>
      retryLater(deviceId, entry, problem),
    )
  }

  function queue(deviceId: string): Promise<void> {
    const entry = entryOf(deviceId)
    if (entry.retry !== null) clearTimeout(entry.retry)
    entry.retry = null
    if (entry.connection !== null || isOver) return Promise.resolve()
    entry.attempt ??= attempt(deviceId, entry)
      .catch((error: unknown) => {
        if (isOver) return
        log.error({ err: error, deviceId }, 'a device could not be connected to')
        retryLater(deviceId, entry, 'unsuitable')
      })
      .finally(() => {
        entry.attempt = null
      })
    return entry.attempt
  }

  function begin(deviceId: string): Promise<void> {
    const attempting = queue(deviceId)
    turns.runNow(deviceId)
    return attempting
  }

  function end(deviceId: string): void {
    const entry = entries.get(deviceId)
    if (entry === undefined) return
    entries.delete(deviceId)
    if (entry.retry !== null) clearTimeout(entry.retry)
    entry.abort.abort()
    const { connection } = entry
    // Data sent just now, such as a signal, would be lost by closing at once.
    if (isOver) connection?.close()
    else setTimeout(() => connection?.close(), farewell).unref()
  }

  lifecycle.onStart(async () => {
    await store.forgetConnections(clock.time())
    const devices = (await store.all()).filter(({ hostKey }) => hostKey !== null)
    const jumps = new Set(devices.map(({ jumpDeviceId }) => jumpDeviceId))
    for (const { id } of devices.toSorted((a, b) => Number(jumps.has(b.id)) - Number(jumps.has(a.id)))) void queue(id)
  })
  lifecycle.onStop(() => {
    isOver = true
    for (const deviceId of entries.keys()) end(deviceId)
  })

  return {
    begin,
    end,
    async beginAnew(deviceId: string): Promise<void> {
      end(deviceId)
      await begin(deviceId)
    },
    drop(deviceId: string, connection: DeviceConnection, about: { problem: DeviceProblem; detail: string }): void {
      connection.close()
      lose(deviceId, connection, about)
    },
    onConnected: (listener: ConnectionListener) => void listeners.add(listener),
    current: (deviceId: string): DeviceConnection | null => entries.get(deviceId)?.connection ?? null,
    async require(deviceId: string): Promise<DeviceConnection> {
      const entry = entries.get(deviceId)
      if (entry?.connection === null && entry.attempt !== null) {
        turns.runNow(deviceId)
        await Promise.race([entry.attempt, delay(maxWaitMs, undefined, { ref: false })])
      }
      const connection = entries.get(deviceId)?.connection
      if (connection?.isOpen()) return connection
      const row = await store.byId(deviceId)
      throw row === undefined ? fail('device.not-found') : fail('device.offline', { name: row.name })
    },
  }
}
