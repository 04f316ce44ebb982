import { parseArgs } from 'node:util'
import { deviceEndpoints, deviceStatuses } from '@vermilion/contract/devices'
import type { Device, DeviceStatus } from '@vermilion/contract/devices'
import { UsageError } from '../command.ts'
import type { DeviceVerb } from './verb.ts'

const options = {
  status: { type: 'string' },
  group: { type: 'string' },
  search: { type: 'string' },
  limit: { type: 'string', default: '100' },
  json: { type: 'boolean', default: false },
} as const

export const list: DeviceVerb = {
  usage: [
    [
      'device list [--status S] [--group G] [--search WORDS] [--limit N] [--json]',
      'names devices with how they are, by name',
    ],
  ],
  async run(parameters, { client }) {
    const { status, group, search, limit, json } = parseArgs({ args: parameters, options }).values
    if (status !== undefined && !isStatus(status))
      throw new UsageError(`--status is one of ${deviceStatuses.join(', ')}`)
    const page = await client()(deviceEndpoints.listDevices, { query: { status, group, search, limit: Number(limit) } })
    if (json) console.log(JSON.stringify(page.items))
    else for (const line of table(page.items)) console.log(line)
    return 0
  },
}

const isStatus = (word: string): word is DeviceStatus => (deviceStatuses as readonly string[]).includes(word)

const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? '--' : `${Math.round(share * 100)} %`

function table(devices: readonly Device[]): string[] {
  const heading = [
    'ID',
    'NAME',
    'STATUS',
    'ADDRESS',
    'GROUP',
    'MODEL',
    'CPU',
    'GPU',
    'TEMPERATURE',
    'MEMORY',
    'LAST SEEN',
  ]
  const rows = [heading, ...devices.map(rowOf)]
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function rowOf({ id, name, status, problem, host, port, group, facts, reading, lastSeenAt }: Device): string[] {
  const memory = reading === null || reading.memoryTotal === 0 ? null : reading.memoryUsed / reading.memoryTotal
  const temperature = reading?.temperature ?? null
  return [
    id,
    name,
    problem === null ? status : `${status} (${problem})`,
    `${host}:${port}`,
    group || '--',
    facts?.model || '--',
    percent(reading?.cpu),
    percent(reading?.gpu),
    temperature === null ? '--' : `${Math.round(temperature)} °C`,
    percent(memory),
    lastSeenAt ?? '--',
  ]
}
