import type { AuthenticationMethod } from '@vermilion/contract/devices/access'

const secretFields = {
  password: 'credentials.password',
  key: 'credentials.privateKey',
  'server-key': 'username',
  agent: 'username',
} as const

export const fieldsOf = (method: AuthenticationMethod) =>
  ({
    'device.name-taken': 'name',
    'device.unreachable': 'host',
    'device.host-key-changed': 'host',
    'device.jump-not-found': 'jumpDeviceId',
    'device.jump-loop': 'jumpDeviceId',
    'device.password-needed': 'credentials.password',
    'device.key-invalid': 'credentials.privateKey',
    'device.authentication-failed': secretFields[method],
  }) as const
