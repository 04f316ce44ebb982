import type { DeviceCredentials } from '@vermilion/contract/devices/access'
import { fail } from '@vermilion/contract/kernel/errors'
import { loadSsh } from '../connection/ssh-library.ts'

export function checkPrivateKey(credentials: DeviceCredentials): void {
  if (credentials.method !== 'key') return
  const parsed = loadSsh().utils.parseKey(credentials.privateKey, credentials.passphrase)
  if (parsed instanceof Error) throw fail('device.key-invalid', { reason: parsed.message })
  if (!parsed.isPrivateKey())
    throw fail('device.key-invalid', {
      reason: { en: 'this is a public key', zh: '这是公钥' },
    })
}
