import ssh2 from 'ssh2'
import { expect, test } from 'vitest'
import { generateKeyPair } from './key-pair.ts'

test('every key pair that is made can be read again, and belongs together', () => {
  for (let pair = 0; pair < 1_000; pair += 1) {
    const { private: privateKey, public: publicKey } = generateKeyPair('a comment')
    const parsed = ssh2.utils.parseKey(privateKey)
    if (parsed instanceof Error) throw parsed
    expect(publicKey.split(' ')[1]).toBe(parsed.getPublicSSH().toString('base64'))
    expect(publicKey).toMatch(/^ssh-ed25519 \S{68} a comment\s*$/)
  }
})
