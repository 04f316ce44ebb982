import { loadSsh } from './ssh-library.ts'

/**
 * A new key pair in OpenSSH's format. ssh2 1.17 drops a leading zero byte of a public key, which makes one pair in 256 unusable:
 * such a pair is thrown away.
 */
export function generateKeyPair(comment: string): { private: string; public: string } {
  const { generateKeyPairSync, parseKey } = loadSsh().utils
  for (;;) {
    const pair = generateKeyPairSync('ed25519', { comment })
    if (![pair.private, pair.public].some((key) => parseKey(key) instanceof Error)) return pair
  }
}
