import { parseArgs } from 'node:util'
import { type Device, deviceEndpoints, deviceStatuses } from '@vermilion/contract/devices'
import { printList, choiceOf } from '../command.ts'
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
    const query = {
      status: status === undefined ? undefined : choiceOf('status', deviceStatuses, status),
      group,
      search,
      limit: Number(limit),
    }
    const { items } = await client()(deviceEndpoints.listDevices, { query })
    printList(items, [heading, ...items.map(rowOf)], json)
    return 0
  },
}

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

const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? '--' : `${Math.round(share * 100)} %`

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
