import type { Device, DeviceCreate, DeviceUpdate } from '@vermilion/contract/devices'
import type { AuthenticationMethod, DeviceCredentials } from '@vermilion/contract/devices/access'

/** Typed credentials. Secrets are separate, so that they are never stored in a draft. */
export interface TypedCredentials {
  method: AuthenticationMethod
  credentials?: { password?: string; privateKey?: string; passphrase?: string }
}

export interface TypedDevice extends TypedCredentials {
  name: string
  kind: Device['kind']
  host: string
  port: number
  username: string
  jumpDeviceId: string | null
  group: string
  tags: string[]
  notes: string
}

export const newDevice: TypedDevice = {
  name: '',
  kind: 'board',
  host: '',
  port: 22,
  username: '',
  method: 'server-key',
  credentials: {},
  jumpDeviceId: null,
  group: '',
  tags: [],
  notes: '',
}

export function typedOf(device: Device): TypedDevice {
  const { name, kind, host, port, username, authentication, jumpDeviceId, group, tags, notes } = device
  return { name, kind, host, port, username, method: authentication, credentials: {}, jumpDeviceId, group, tags, notes }
}

export function credentialsOf({ method, credentials = {} }: TypedCredentials): DeviceCredentials | undefined {
  const { password = '', privateKey = '', passphrase = '' } = credentials
  if (method === 'password') return password === '' ? undefined : { method, password }
  if (method === 'key')
    return privateKey === '' ? undefined : { method, privateKey, ...(passphrase !== '' && { passphrase }) }
  return { method }
}

export const addressOf = ({ host, port, jumpDeviceId }: TypedDevice) => ({
  host: host.trim(),
  port,
  jumpDeviceId: jumpDeviceId ?? null,
})

const aboutOf = ({ name, kind, username, group, tags, notes }: TypedDevice) => ({
  name,
  kind,
  username,
  group: group ?? '',
  tags,
  notes,
})

export function createBody(typed: TypedDevice, fingerprint: string): DeviceCreate {
  const credentials = credentialsOf(typed) ?? { method: 'server-key' }
  return { ...aboutOf(typed), ...addressOf(typed), credentials, fingerprint }
}

/** The changed fields only: an unchanged address or credential is not sent, because sending it would reconnect the device. */
export function updateBody(typed: TypedDevice, device: Device): DeviceUpdate {
  const next = { ...aboutOf(typed), ...addressOf(typed) }
  const changed = Object.entries(next).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(device[field as keyof typeof next]),
  )
  const credentials = credentialsOf(typed)
  const isUnchanged = credentials === undefined || (credentials.method === device.authentication && isBare(credentials))
  return { ...(Object.fromEntries(changed) as DeviceUpdate), ...(!isUnchanged && { credentials }) }
}

const isBare = ({ method }: DeviceCredentials) => method === 'server-key' || method === 'agent'

/** Parts of an address copied from a terminal: `ssh -p 2222 pi@board`, `pi@board:2222`. */
export function partsOf(line: string): Partial<Pick<TypedDevice, 'host' | 'port' | 'username'>> | undefined {
  const port = /(?:^|\s)-p\s*(\d+)(?=\s|$)/.exec(line)
  const rest = line.replace(/^\s*ssh\s/, ' ').replace(port?.[0] ?? /$^/, ' ')
  const match = /^\s*(?:([^@\s]+)@)?([^@\s:]+|\[[^\]\s]+\])(?::(\d+))?\s*$/.exec(rest)
  if (match?.[2] === undefined) return undefined
  const [, username, host, portAfter] = match
  const number = Number(portAfter ?? port?.[1])
  if (username === undefined && Number.isNaN(number)) return undefined
  return {
    host: host.replaceAll(/[[\]]/g, ''),
    ...(username !== undefined && { username }),
    ...(!Number.isNaN(number) && { port: number }),
  }
}
