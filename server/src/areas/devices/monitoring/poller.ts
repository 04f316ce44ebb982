import { performance } from 'node:perf_hooks'
import type { DeviceReading } from '@vermilion/contract/devices/readings'
import type { Clock } from '#platform/clock'
import { NotBegun } from '../connection/command-start.ts'
import { CommandFailed, type DeviceConnection } from '../connection/connection.ts'
import type { DeviceConnections } from '../connection/connections.ts'
import { cleanText } from './lines.ts'
import { noReadings, parseReading, type ReadingState } from './parse-reading.ts'
import { openReadingChannel, type ReadingChannel } from './reading-channel.ts'

/** Polling times in milliseconds. */
export interface ReadingTimes {
  readonly interval: number
  /** Interval of slow readings, which start programs on the device. */
  readonly slowInterval: number
  readonly deadline: number
}
export const usualReadingTimes: ReadingTimes = { interval: 10_000, slowInterval: 60_000, deadline: 20_000 }

const maxFailures = 3

interface PollerNeeds {
  clock: Clock
  times: ReadingTimes
  connections: Pick<DeviceConnections, 'drop'>
  receive: (deviceId: string, reading: DeviceReading) => void
  /** True when the device was usable before, so that a failure is temporary. */
  hasBeenRead: (deviceId: string) => Promise<boolean>
}

export function createPoller({ clock, times, connections, receive, hasBeenRead }: PollerNeeds) {
  function follow(deviceId: string, connection: DeviceConnection): void {
    let channel: ReadingChannel | null = null
    let state: ReadingState = noReadings
    let slowAt = -Infinity
    let failures = 0
    let isRead = false
    let timer: NodeJS.Timeout

    async function read(): Promise<void> {
      channel ??= await openReadingChannel(connection)
      const isSlow = performance.now() - slowAt >= times.slowInterval
      const lines = await channel.read(isSlow ? 'slow' : 'quick')
      if (isSlow) slowAt = performance.now()
      const parsed = parseReading(lines, state, { at: performance.now(), time: clock.time() })
      if (parsed === null) throw new Error('it answers no readings of Linux')
      state = parsed.state
      failures = 0
      isRead = true
      if (connection.isOpen()) receive(deviceId, parsed.reading)
    }

    /** A device out of processes or memory keeps its connection, and usually recovers soon. */
    async function giveUp(failure: unknown): Promise<void> {
      const isCutOff = failure instanceof CommandFailed && failure.reason === 'connection-lost'
      const isUsable = isRead || isCutOff || (await hasBeenRead(deviceId).catch(() => false))
      const isBlocked = failure instanceof NotBegun && failure.reason === 'login-blocked'
      const problem = isBlocked ? 'login-blocked' : isUsable ? 'timed-out' : 'unsuitable'
      connections.drop(deviceId, connection, {
        problem,
        detail: failure instanceof Error ? cleanText(failure.message) : String(failure),
      })
    }

    async function turn(): Promise<void> {
      const startedAt = performance.now()
      const hanging = setTimeout(() => {
        const detail = `it did not answer for ${Math.round(times.deadline / 1_000)} s`
        connections.drop(deviceId, connection, { problem: 'timed-out', detail })
      }, times.deadline)
      try {
        await read()
      } catch (error) {
        channel?.close()
        channel = null
        failures += 1
        if (failures >= maxFailures && connection.isOpen()) await giveUp(error)
      } finally {
        clearTimeout(hanging)
      }
      if (!connection.isOpen()) return
      timer = setTimeout(() => void turn(), Math.max(0, times.interval - (performance.now() - startedAt))).unref()
    }

    // The first reading is immediate for a user adding a device; the next has a random delay.
    void turn().then(() => {
      if (!connection.isOpen()) return
      clearTimeout(timer)
      timer = setTimeout(() => void turn(), times.interval * (0.2 + 0.8 * Math.random())).unref()
    })
    void connection.closed.then(() => {
      clearTimeout(timer)
      channel?.close()
    })
  }

  return { follow }
}
