import { loadSsh } from '../connection/ssh-library.ts'

/** ssh2 1.17 drops a leading zero byte of public keys, which makes one pair in 256 invalid: those are discarded. */
export function generateKeyPair(comment: string): { private: string; public: string } {
  const { generateKeyPairSync, parseKey } = loadSsh().utils
  for (;;) {
    const pair = generateKeyPairSync('ed25519', { comment })
    if (![pair.private, pair.public].some((key) => parseKey(key) instanceof Error)) return pair
  }
}
