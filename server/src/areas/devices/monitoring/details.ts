import type { deviceDetails } from '@vermilion/contract/devices/readings'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import type { Clock } from '#platform/clock'
import { NotBegun } from '../connection/command-start.ts'
import { CommandFailed } from '../connection/connection.ts'
import type { DeviceConnections } from '../connection/connections.ts'
import type { DeviceStore } from '../store.ts'
import { cleanText, linesOf, valuesOf } from './lines.ts'
import { parseDetails } from './parse-details.ts'
import { scriptCommand } from './scripts.ts'

/** Milliseconds; below the console's timeout of 30 seconds. */
const detailsTimeout = 20_000
const commandsTimeout = 5_000
const maxOutputBytes = 1_048_576

const maxCommandLength = 1_000

const commandOf = (line: string) =>
  cleanText(line, maxCommandLength - 1) + (Buffer.byteLength(line) > maxCommandLength ? '…' : '')

interface DetailsNeeds {
  clock: Clock
  connections: Pick<DeviceConnections, 'require'>
  store: Pick<DeviceStore, 'byId'>
}

export function createDeviceDetails({ clock, connections, store }: DetailsNeeds) {
  return async (deviceId: string): Promise<z.output<typeof deviceDetails>> => {
    const connection = await connections.require(deviceId)
    const failed = async (reason: string) =>
      fail('device.failed', { name: (await store.byId(deviceId))?.name ?? '', reason })
    const run = async (argv: [string, ...string[]], timeout: number) => {
      try {
        return (await connection.run({ argv, timeout, maxOutputBytes })).output
      } catch (error) {
        if (error instanceof CommandFailed || error instanceof NotBegun) throw await failed(error.message)
        throw error
      }
    }
    const parsed = parseDetails(await run(await scriptCommand('details', ''), detailsTimeout))
    // The device's clock is read last.
    const now = clock.now()
    if (parsed === null) throw await failed('it does not run POSIX sh')
    const { clock: own, cores, cpu, processes, disks, interfaces } = parsed
    const pids = processes.map(({ pid }) => String(pid))
    const output = await run(await scriptCommand('commands', '', ...pids), commandsTimeout)
    const commands = new Map(
      valuesOf(linesOf(output), 'command').map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]),
    )
    return {
      at: new Date(now).toISOString(),
      cores,
      cpu,
      processes: processes.map((process) => ({
        ...process,
        command: commandOf(commands.get(String(process.pid)) ?? '') || process.command,
      })),
      disks,
      interfaces,
      clockOffsetSeconds: own === null ? 0 : own - Math.floor(now / 1_000),
    }
  }
}
