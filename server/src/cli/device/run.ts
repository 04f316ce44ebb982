import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type CommandOutcome, deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import type { Call } from '../api-client.ts'
import { UsageError } from '../command.ts'
import { findDevice } from './find-device.ts'
import type { DeviceVerb } from './verb.ts'

const interval = 500
const largestPage = 500
const options = {
  device: { type: 'string', multiple: true },
  group: { type: 'string' },
  timeout: { type: 'string', default: '60' },
  concurrency: { type: 'string', default: '10' },
  output: { type: 'boolean', default: false },
} as const

export const run: DeviceVerb = {
  usage: [
    [
      'device run --device NAME … | --group G [--timeout S] [--concurrency N] [--output] -- COMMAND …',
      'runs a shell command on devices and says what it came to on each; exits 0 when it succeeded on all',
    ],
  ],
  async run(parameters, { client }) {
    const cut = parameters.indexOf('--')
    const [own, typed] = cut === -1 ? [parameters, []] : [parameters.slice(0, cut), parameters.slice(cut + 1)]
    const { device: names = [], group, timeout, concurrency, output } = parseArgs({ args: own, options }).values
    // Like ssh: the arguments become one line for the remote shell.
    const command = typed.join(' ')
    if (command.trim() === '') throw new UsageError('Say what to run, after --')
    if ((names.length === 0) === (group === undefined)) throw new UsageError('Say where: --device NAME …, or --group G')
    const call = client()
    const devices =
      group === undefined
        ? { deviceIds: await Promise.all(names.map(async (name) => (await findDevice(call, name)).id)) }
        : { group }
    const body = { devices, command, timeoutSeconds: Number(timeout), concurrency: Number(concurrency) }
    const { id } = await call(deviceCommandEndpoints.runDeviceCommand, { body })
    return follow(call, id, output)
  },
}

async function follow(call: Call, commandId: string, withOutput: boolean): Promise<number> {
  const printed = new Set<string>()
  for (;;) {
    const { endedAt, outcomes, devices } = await call(deviceCommandEndpoints.getDeviceCommand, {
      params: { commandId },
    })
    for (const outcome of await readOutcomes(call, commandId)) {
      if (outcome.endedAt === null || printed.has(outcome.deviceId)) continue
      printed.add(outcome.deviceId)
      console.log(lineOf(outcome))
      if (withOutput) await printOutput(call, commandId, outcome)
    }
    if (endedAt !== null) return outcomes.success === devices ? 0 : 1
    await wait(interval)
  }
}

async function readOutcomes(call: Call, commandId: string): Promise<CommandOutcome[]> {
  const items: CommandOutcome[] = []
  for (let cursor: string | undefined; ;) {
    const query = { cursor, limit: largestPage }
    const page = await call(deviceCommandEndpoints.listCommandOutcomes, { params: { commandId }, query })
    items.push(...page.items)
    if (page.nextCursor === null) return items
    cursor = page.nextCursor
  }
}

function lineOf({ deviceName, status, exitCode, signal, lastLine, detail }: CommandOutcome): string {
  const code = exitCode === null || exitCode === 0 ? (signal ?? '') : `exit ${exitCode}`
  return [deviceName, status, code, printable(lastLine === '' ? detail : lastLine)]
    .filter((part) => part !== '')
    .join('  ')
}

async function printOutput(call: Call, commandId: string, { deviceId, deviceName }: CommandOutcome): Promise<void> {
  const { output } = await call(deviceCommandEndpoints.readCommandOutput, { params: { commandId, deviceId } })
  const middle = output.omitted === 0 ? '' : `\n[${output.omitted} bytes are not kept]\n`
  for (const line of `${output.head}${middle}${output.tail}`.trimEnd().split('\n'))
    console.log(`${deviceName}: ${printable(line)}`)
}

/** A device's output must not control the reader's terminal. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, (control) => (control === '\t' ? control : '\u{FFFD}'))
