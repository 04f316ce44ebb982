import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import { type Rollout, rolloutEndpoints } from '@vermilion/contract/rollouts'
import { rolloutCreate } from '@vermilion/contract/rollouts/creation'
import type { Call } from '../api-client.ts'
import { UsageError } from '../command.ts'
import { findDevice } from './find-device.ts'
import type { DeviceVerb } from './verb.ts'

const createOptions = {
  artifact: { type: 'string' },
  name: { type: 'string' },
  device: { type: 'string', multiple: true, default: [] as string[] },
  group: { type: 'string' },
  tag: { type: 'string', multiple: true, default: [] as string[] },
  canary: { type: 'string', default: '1' },
  phases: { type: 'string', default: '' },
  concurrency: { type: 'string', default: '10' },
  threshold: { type: 'string', default: '1' },
  health: { type: 'string' },
  throttle: { type: 'string' },
  reboot: { type: 'boolean', default: false },
  wait: { type: 'boolean', default: false },
} as const

/** In milliseconds. */
const pollInterval = 1_000

const actions = {
  pause: rolloutEndpoints.pauseRollout,
  resume: rolloutEndpoints.resumeRollout,
  abort: rolloutEndpoints.abortRollout,
} as const

const withId = (parameters: string[]): string => {
  const { positionals } = parseArgs({ args: parameters, options: {}, allowPositionals: true })
  const [id, ...others] = positionals
  if (id === undefined || others.length > 0) throw new UsageError('Give the id of one rollout.')
  return id
}

export const rollout: DeviceVerb = {
  usage: [
    [
      'device rollout create --artifact NAME@VERSION|ID (--device NAME … | --group G | --tag T …) [--name N] [--canary N] [--phases 20,50] [--concurrency N] [--threshold N] [--health COMMAND] [--throttle BYTES] [--reboot] [--wait]',
      'installs an artifact on devices, phase by phase',
    ],
    ['device rollout status ID [--json]', 'says how far a rollout is; exits with 1 where it failed'],
    ['device rollout pause|resume|abort|rollback ID', 'acts on a rollout'],
  ],
  async run([verb = '', ...parameters], { client }) {
    if (verb === 'create') return create(client(), parameters)
    if (verb === 'status') {
      const { json } = parseArgs({
        args: parameters,
        options: { json: { type: 'boolean' } },
        allowPositionals: true,
      }).values
      const [id = ''] = parameters.filter((parameter) => parameter !== '--json')
      return printRollout(
        await client()(rolloutEndpoints.getRollout, { params: { rolloutId: withId([id]) } }),
        json === true,
      )
    }
    if (verb === 'rollback') {
      const params = { rolloutId: withId(parameters) }
      return printRollout(await client()(rolloutEndpoints.rollBackRollout, { params, body: {} }), false)
    }
    if (!Object.hasOwn(actions, verb))
      throw new UsageError('Say what to do with rollouts: create, status, pause, resume, abort, rollback.')
    const endpoint = actions[verb as keyof typeof actions]
    return printRollout(await client()(endpoint, { params: { rolloutId: withId(parameters) } }), false)
  },
}

async function create(call: Call, parameters: string[]): Promise<number> {
  const { values } = parseArgs({ args: parameters, options: createOptions })
  if (values.artifact === undefined) throw new UsageError('--artifact says what is installed: NAME@VERSION, or an id.')
  const artifact = await findArtifact(call, values.artifact)
  const body = rolloutCreate.safeParse({
    name: values.name ?? `${artifact.name} ${artifact.version}`,
    artifactId: artifact.id,
    devices: {
      deviceIds: await Promise.all(values.device.map(async (name) => (await findDevice(call, name)).id)),
      ...(values.group !== undefined && { group: values.group }),
      tags: values.tag,
    },
    canary: Number(values.canary),
    phases: values.phases
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => ({ size: Number(part), unit: 'percent' })),
    concurrency: Number(values.concurrency),
    failureThreshold: Number(values.threshold),
    ...(values.health !== undefined && { healthCheck: { kind: 'command', command: values.health } }),
    ...(values.throttle !== undefined && { throttle: Number(values.throttle) }),
    reboot: values.reboot,
  })
  if (!body.success) {
    const [issue] = body.error.issues
    throw new UsageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
  }
  let latest = await call(rolloutEndpoints.createRollout, { body: body.data })
  while (values.wait && (latest.status === 'running' || latest.status === 'rolling-back')) {
    await delay(pollInterval)
    latest = await call(rolloutEndpoints.getRollout, { params: { rolloutId: latest.id } })
  }
  return printRollout(latest, false)
}

async function findArtifact(call: Call, word: string) {
  const [name = '', version] = word.split('@')
  if (version === undefined) return call(artifactEndpoints.getArtifact, { params: { artifactId: word } })
  const { items } = await call(artifactEndpoints.listArtifacts, { query: { search: name, limit: 500 } })
  const match = items.find((artifact) => artifact.name === name && artifact.version === version)
  if (match === undefined) throw new UsageError(`There is no artifact ${word}: see the page Artifacts.`)
  return match
}

function printRollout(rolledOut: Rollout, json: boolean): number {
  const { id, name, status, reason, devices, counts, failures } = rolledOut
  if (json) console.log(JSON.stringify(rolledOut))
  else {
    const states = Object.entries(counts).filter(([, count]) => count > 0)
    console.log(`${id}  ${name}  ${status}${reason === null ? '' : ` (${reason.en})`}`)
    console.log(`${devices} devices: ${states.map(([state, count]) => `${count} ${state}`).join(', ')}`)
  }
  return status === 'failed' || failures > 0 ? 1 : 0
}
