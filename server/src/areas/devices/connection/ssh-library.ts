import { createRequire } from 'node:module'
import type { CipherGCMTypes } from 'node:crypto'
import type ssh2 from 'ssh2'
import { createGcmCipher, createGcmDecipher } from './aes-gcm.ts'

const require = createRequire(import.meta.url)

interface CipherOrder {
  readonly outbound: {
    readonly cipherInfo: { readonly sslName: string }
    readonly cipherKey: Buffer
    readonly cipherIV: Buffer
    readonly seqno: number
    readonly onWrite: (bytes: Buffer) => void
  }
}
interface DecipherOrder {
  readonly inbound: {
    readonly decipherInfo: { readonly sslName: string }
    readonly decipherKey: Buffer
    readonly decipherIV: Buffer
    readonly seqno: number
    readonly onPayload: (payload: Buffer) => false | number | undefined
  }
}
interface CipherModule {
  createCipher: (order: CipherOrder) => unknown
  createDecipher: (order: DecipherOrder) => unknown
}

const isGcm = (name: string): name is CipherGCMTypes => name === 'aes-128-gcm' || name === 'aes-256-gcm'

/** Without its native addon, ssh2 spends half of a transfer's time on creating a cipher per packet. */
function replaceGcm(ciphers: CipherModule): void {
  const { createCipher, createDecipher } = ciphers
  ciphers.createCipher = (order) => {
    const { cipherInfo, cipherKey: key, cipherIV: iv, seqno: sequenceNumber, onWrite } = order.outbound
    const algorithm = cipherInfo.sslName
    return isGcm(algorithm) ? createGcmCipher({ algorithm, key, iv, sequenceNumber }, onWrite) : createCipher(order)
  }
  ciphers.createDecipher = (order) => {
    const { decipherInfo, decipherKey: key, decipherIV: iv, seqno: sequenceNumber, onPayload } = order.inbound
    const algorithm = decipherInfo.sslName
    return isGcm(algorithm)
      ? createGcmDecipher({ algorithm, key, iv, sequenceNumber }, onPayload)
      : createDecipher(order)
  }
}

let library: typeof ssh2 | undefined

/** Loaded with the first connection, to save memory without devices. */
export function loadSsh(): typeof ssh2 {
  if (library === undefined) {
    // Patch first: ssh2 keeps references on load.
    replaceGcm(require('ssh2/lib/protocol/crypto.js') as CipherModule)
    library = require('ssh2') as typeof ssh2
  }
  return library
}
