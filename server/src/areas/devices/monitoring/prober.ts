import { fail } from '@vermilion/contract/kernel/errors'
import { writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { DeviceConnection } from '../connection/connection.ts'
import { createTurns } from '../connection/turns.ts'
import type { DeviceConnections } from '../connection/connections.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import type { DeviceStore } from '../store.ts'
import { probe, ProbeFailed } from './probe.ts'

/** In milliseconds. */
const freshness = 86_400_000
const maxProbes = 10

interface ProberNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'log'> {
  store: DeviceStore
  connections: Pick<DeviceConnections, 'drop' | 'require'>
  keepRecord: KeepDeviceRecord
}

export function createProber({ database, clock, events, log, store, connections, keepRecord }: ProberNeeds) {
  const turns = createTurns(maxProbes)
  const staleBefore = () => new Date(clock.now() - freshness).toISOString()

  async function probeOver(deviceId: string, connection: DeviceConnection, account: string | null): Promise<void> {
    const finish = await turns.take(deviceId)
    try {
      const facts = await probe(connection)
      await database.transaction(async () => {
        const row = await store.byId(deviceId)
        if (row === undefined) return
        await store.update(deviceId, { facts: writeJson(facts), factsAt: clock.time(), model: facts.model })
        if (account !== null || row.facts === null)
          await keepRecord(deviceId, 'probed', { account, detail: facts.model || facts.architecture })
        events.publish({ type: 'device-changed', deviceId })
      })
    } catch (error) {
      if (error instanceof ProbeFailed)
        connections.drop(deviceId, connection, { problem: error.problem, detail: error.message })
      throw error
    } finally {
      finish()
    }
  }

  async function probeIfStale(deviceId: string, connection: DeviceConnection): Promise<boolean> {
    try {
      const row = await store.byId(deviceId)
      if (row === undefined) return false
      if (row.factsAt === null || row.factsAt < staleBefore()) await probeOver(deviceId, connection, null)
      return true
    } catch (error) {
      if (!(error instanceof ProbeFailed)) log.error({ err: error, deviceId }, 'a device could not be probed')
      return false
    }
  }

  return {
    probeIfStale,
    async probeStale(current: (deviceId: string) => DeviceConnection | null): Promise<void> {
      for (const { id } of await store.withFactsBefore(staleBefore())) {
        const connection = current(id)
        if (connection !== null) await probeIfStale(id, connection)
      }
    },
    async probeNow(deviceId: string, account: string): Promise<void> {
      const connection = await connections.require(deviceId)
      turns.runNow(deviceId)
      try {
        await probeOver(deviceId, connection, account)
      } catch (error) {
        if (!(error instanceof ProbeFailed)) throw error
        const name = (await store.byId(deviceId))?.name ?? ''
        throw fail('device.failed', { name, reason: error.message })
      }
    },
  }
}
