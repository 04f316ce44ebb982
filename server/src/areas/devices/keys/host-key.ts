import { createHash } from 'node:crypto'
import type { HostKey } from '@vermilion/contract/devices/access'

export function hostKeyOf(key: Buffer): HostKey {
  const length = key.length < 4 ? 0 : key.readUInt32BE(0)
  const algorithm = length > 100 ? '' : key.subarray(4, 4 + length).toString('latin1')
  const digest = createHash('sha256').update(key).digest('base64').replace(/=+$/, '')
  return { algorithm, fingerprint: `SHA256:${digest}` }
}

export function preferredHostKeys(confirmed: HostKey | null): string[] {
  const usual = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521']
  const rsa = ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa']
  if (confirmed === null) return [...usual, ...rsa]
  if (confirmed.algorithm === 'ssh-rsa') return [...rsa, ...usual]
  return [confirmed.algorithm, ...usual.filter((algorithm) => algorithm !== confirmed.algorithm), ...rsa]
}
