import { setTimeout as delay } from 'node:timers/promises'
import { createPace } from '#platform/events/pace'
import type { Platform } from '#platform/platform'
import type { DeviceConnection } from '../connection/connection.ts'
import type { DeviceConnections } from '../connection/connections.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import { runCommand } from './command-run.ts'
import { createOutputRecorder } from './output.ts'
import { createOverdueCommands } from './overdue.ts'
import { outcomeStatus } from './rules.ts'
import type { CommandRow, CommandStore, OutcomeStore } from './store.ts'

/** In milliseconds. */
const announceEvery = 500
const retryInterval = 2_000

interface RunnerNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'log'> {
  store: CommandStore
  outcomes: OutcomeStore
  connections: DeviceConnections
  keepRecord: KeepDeviceRecord
}

interface Target {
  deviceId: string
  deviceName: string
}

/** Runs commands on several devices at a time, at most once per device. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createCommandRunner(needs: RunnerNeeds) {
  const { database, clock, events, lifecycle, log, store, outcomes, connections, keepRecord } = needs
  const running = new Map<string, AbortController>()
  let isOver = false

  const pace = createPace(announceEvery, (commandId) => {
    if (!isOver) events.publish({ type: 'device-command-changed', commandId })
  })
  const changed = (commandId: string) => database.afterCommit(() => pace.announce(commandId))

  const overdue = createOverdueCommands({ clock, connections })

  /** Repeats database work until it succeeds. Resolves to undefined when the server stops. */
  async function persist<Result>(commandId: string, work: () => Promise<Result>): Promise<Result | undefined> {
    while (!isOver) {
      try {
        return await work()
      } catch (error) {
        if (isOver) break
        log.error({ err: error, command: commandId }, 'a command could not be kept; it is tried again')
        await delay(retryInterval, undefined, { ref: false })
      }
    }
    return undefined
  }

  /** A command starts only after its row says so: one found running after a crash is never repeated. */
  async function begin(command: CommandRow, { deviceId }: Target): Promise<boolean> {
    const mark = async () => {
      const set = { status: 'running', startedAt: clock.time(), from: ['waiting'] } as const
      if (!(await outcomes.step(command.id, deviceId, set))) return false
      await keepRecord(deviceId, 'command-run', { account: command.creator, detail: command.command })
      changed(command.id)
      return true
    }
    return (await persist(command.id, () => database.transaction(mark))) ?? false
  }

  async function end(commandId: string, deviceId: string, set: Parameters<OutcomeStore['step']>[2]): Promise<void> {
    const outcome = { ...set, endedAt: clock.time() }
    await persist(commandId, () => outcomes.step(commandId, deviceId, outcome))
    changed(commandId)
  }

  async function runOn(command: CommandRow, target: Target, signal: AbortSignal): Promise<void> {
    const { deviceId } = target
    let connection: DeviceConnection
    try {
      connection = await connections.require(deviceId)
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      return end(command.id, deviceId, { status: 'offline', detail, from: outcomeStatus.sources('offline') })
    }
    if (signal.aborted || isOver || !(await begin(command, target))) return
    const output = createOutputRecorder()
    const { timeoutSeconds } = command
    const endAt = clock.now() + timeoutSeconds * 1_000
    const { mayGoOn, ...ending } = await runCommand({
      connection,
      name: command.id,
      command: command.command,
      timeoutSeconds,
      output,
      signal,
    })
    if (mayGoOn) overdue.add(deviceId, command.id, endAt)
    await end(command.id, deviceId, { ...ending, ...output.result(), from: outcomeStatus.sources(ending.status) })
  }

  async function runAll(command: CommandRow, { signal }: AbortController): Promise<void> {
    const targets = (await persist(command.id, () => outcomes.waiting(command.id))) ?? []
    const work = async () => {
      for (let target = targets.shift(); target !== undefined; target = targets.shift()) {
        if (signal.aborted || isOver) return
        await runOn(command, target, signal)
      }
    }
    await Promise.all(Array.from({ length: command.concurrency }, work))
    const finish = async () => {
      await outcomes.stepAll(command.id, 'waiting', { status: 'stopped', endedAt: clock.time() })
      await store.setStatus(command.id, { status: 'ended', endedAt: clock.time() })
      changed(command.id)
    }
    await persist(command.id, () => database.transaction(finish))
  }

  function start(command: CommandRow): void {
    const abort = new AbortController()
    if (command.status === 'stopping') abort.abort()
    running.set(command.id, abort)
    runAll(command, abort)
      .catch((error: unknown) => isOver || log.error({ err: error, command: command.id }, 'a command broke off'))
      .finally(() => running.delete(command.id))
  }

  lifecycle.onStart(async () => {
    for (const command of await store.underWay()) {
      const detail = 'the server ended while it ran'
      for (const { deviceId, startedAt } of await outcomes.running(command.id))
        overdue.add(deviceId, command.id, Date.parse(startedAt ?? command.createdAt) + command.timeoutSeconds * 1_000)
      await outcomes.stepAll(command.id, 'running', { status: 'unknown', detail, endedAt: clock.time() })
      start(command)
    }
  })
  lifecycle.onStop(() => {
    isOver = true
    pace.stop()
  })

  return { start, changed, stop: (commandId: string) => running.get(commandId)?.abort() }
}
