import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type DeviceCreate, deviceEndpoints } from '@vermilion/contract/devices'
import { deviceKinds } from '@vermilion/contract/devices/kinds'
import { UsageError, type Variables, choiceOf } from '../command.ts'
import { confirmHostKey } from './confirm-host-key.ts'
import { findDevice } from './find-device.ts'
import type { DeviceVerb } from './verb.ts'

const options = {
  name: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string', default: '22' },
  user: { type: 'string' },
  jump: { type: 'string' },
  kind: { type: 'string', default: 'board' },
  group: { type: 'string', default: '' },
  tag: { type: 'string', multiple: true },
  notes: { type: 'string', default: '' },
  'key-file': { type: 'string' },
  passphrase: { type: 'string' },
  password: { type: 'string' },
  agent: { type: 'boolean', default: false },
  fingerprint: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

export const add: DeviceVerb = {
  usage: [
    [
      'device add --name N --host H --user U [--port P] [--jump NAME] [--fingerprint SHA256:…]',
      'adds a device once its host key is confirmed, and prints its id',
    ],
    [
      'device add … [--key-file FILE [--passphrase VARIABLE] | --password VARIABLE | --agent]',
      "signs in with that instead of the server's key; secrets are taken from the environment",
    ],
    ['device add … [--kind board|cloud] [--group G] [--tag T …] [--notes TEXT] [--json]', 'says what it is'],
    ['device key', "prints the server's public key, for authorized_keys on a device"],
  ],
  async run(parameters, { client, variables }) {
    const { values } = parseArgs({ args: parameters, options })
    const { name, host, user: username } = values
    if (name === undefined) throw new UsageError('Say what it is called with --name N.')
    if (host === undefined) throw new UsageError('Say where it is with --host H.')
    if (username === undefined) throw new UsageError('Say who signs in with --user U.')
    const kind = choiceOf('kind', deviceKinds, values.kind)
    const port = Number(values.port)
    const credentials = await credentialsOf(values, variables)
    const call = client()
    const jumpDeviceId = values.jump === undefined ? null : (await findDevice(call, values.jump)).id
    const hostKey = await call(deviceEndpoints.scanHostKey, { body: { host, port, jumpDeviceId } })
    await confirmHostKey(
      { host, hostKey, fingerprint: values.fingerprint },
      { input: process.stdin, output: process.stderr },
    )
    const { group, tag: tags = [], notes } = values
    const body = { name, host, port, jumpDeviceId, username, credentials, group, tags, notes, kind }
    const device = await call(deviceEndpoints.createDevice, { body: { ...body, fingerprint: hostKey.fingerprint } })
    console.log(values.json ? JSON.stringify(device) : device.id)
    return 0
  },
}

export const key: DeviceVerb = {
  usage: [],
  async run(parameters, { client }) {
    parseArgs({ args: parameters, options: {} })
    console.log((await client()(deviceEndpoints.serverKey, {})).publicKey)
    return 0
  },
}

async function credentialsOf(values: Options, variables: Variables): Promise<DeviceCreate['credentials']> {
  const { 'key-file': file, password, passphrase, agent } = values
  const ways = [file !== undefined, password !== undefined, agent].filter(Boolean)
  if (ways.length > 1) throw new UsageError('Give one of --key-file, --password and --agent.')
  const secret = (name: string) => {
    const value = variables[name]
    if (value === undefined || value === '') throw new UsageError(`The environment has no variable ${name}.`)
    return value
  }
  if (agent) return { method: 'agent' }
  if (password !== undefined) return { method: 'password', password: secret(password) }
  if (file === undefined) return { method: 'server-key' }
  const privateKey = await readFile(file, 'utf8')
  return { method: 'key', privateKey, ...(passphrase !== undefined && { passphrase: secret(passphrase) }) }
}
