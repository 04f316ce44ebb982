import { commandDays, type DeviceCommand, type deviceCommandCreate } from '@vermilion/contract/devices/commands'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { z } from 'zod'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { DeviceConnections } from '../connection/connections.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import type { DeviceStore } from '../store.ts'
import { commandStatus } from './rules.ts'
import { createCommandRunner } from './runner.ts'
import { selectDevices, type Target } from './selection.ts'
import { type CommandRow, createCommandStore, createOutcomeStore, type OutcomeRow } from './store.ts'
import { commandWork } from './work.ts'

const day = 24 * 3_600_000

interface CommandsNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'log' | 'work'> {
  devices: DeviceStore
  connections: DeviceConnections
  keepRecord: KeepDeviceRecord
}

export type DeviceCommands = ReturnType<typeof createDeviceCommands>

export function createDeviceCommands(needs: CommandsNeeds) {
  const { database, clock, lifecycle, work, devices } = needs
  const store = createCommandStore(database)
  const outcomes = createOutcomeStore(database)
  const runner = createCommandRunner({ ...needs, store, outcomes })

  async function find(id: string): Promise<CommandRow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('device-command.not-found')
    return row
  }

  async function present(rows: readonly CommandRow[]): Promise<DeviceCommand[]> {
    const counts = await outcomes.counts(rows.map(({ id }) => id))
    return rows.map((row) => ({ ...row, outcomes: counts.get(row.id) ?? {} }))
  }
  async function get(id: string): Promise<DeviceCommand> {
    const [command] = await present([await find(id)])
    if (command === undefined) throw fail('device-command.not-found')
    return command
  }

  async function stop(id: string): Promise<DeviceCommand> {
    const { status } = await find(id)
    if (commandStatus.may(status, 'stopping')) {
      await store.setStatus(id, { status: 'stopping' })
      runner.changed(id)
      database.afterCommit(() => runner.stop(id))
    }
    return get(id)
  }

  work.add(commandWork({ store, present, stop }))
  let forgetting: NodeJS.Timeout | undefined
  const forgetOld = () => store.removeEndedBefore(new Date(clock.now() - commandDays * day).toISOString())
  lifecycle.onStart(async () => {
    await forgetOld()
    forgetting = setInterval(() => void forgetOld().catch(() => undefined), day).unref()
  })
  lifecycle.onStop(() => clearInterval(forgetting))

  return {
    get,
    stop,

    /** Commits with the stored response, so that a repeated request runs nothing twice. */
    async run(input: z.output<typeof deviceCommandCreate>, creator: string): Promise<DeviceCommand> {
      const { devices: selection, ...plain } = input
      const targets = await selectDevices(devices, selection)
      const id = newId()
      const own = { id, status: 'running', devices: targets.length, creator, createdAt: clock.time() } as const
      const row: CommandRow = { ...plain, ...own, endedAt: null }
      await store.add(
        row,
        targets.map((target) => newOutcome(id, target)),
      )
      runner.changed(id)
      database.afterCommit(() => runner.start(row))
      return { ...row, outcomes: { waiting: targets.length } }
    },

    async list(query: PageQuery): Promise<Page<DeviceCommand>> {
      const page = await store.page(query)
      return { ...page, items: await present(page.items) }
    },

    async outcomes(id: string, query: Parameters<typeof outcomes.page>[1]) {
      await find(id)
      return outcomes.page(id, query)
    },

    async output(id: string, deviceId: string) {
      const row = await outcomes.find(id, deviceId)
      if (row === undefined) throw fail('device-command.not-found')
      const { commandId: _commandId, head, tail, omitted, ...outcome } = row
      return { ...outcome, output: { head, tail, omitted } }
    },
  }
}

const newOutcome = (commandId: string, { id, name }: Target): OutcomeRow => ({
  commandId,
  deviceId: id,
  deviceName: name,
  status: 'waiting',
  exitCode: null,
  signal: null,
  detail: '',
  lastLine: '',
  outputSize: 0,
  omitted: 0,
  head: '',
  tail: '',
  startedAt: null,
  endedAt: null,
})
