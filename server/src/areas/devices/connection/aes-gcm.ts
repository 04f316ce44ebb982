import { type CipherGCMTypes, createCipheriv, createDecipheriv, createSecretKey, randomFillSync } from 'node:crypto'

interface Keys {
  readonly algorithm: CipherGCMTypes
  readonly key: Uint8Array
  /** IV of the first packet, incremented per packet. */
  readonly iv: Uint8Array
  readonly sequenceNumber: number
}

const lengthSize = 4
const tagSize = 16
const blockSize = 16
const leastPadding = 4
/** ssh2's limit for all ciphers. */
const largestPacket = 35_000
/** From this size payloads are written in parts, which share one buffer until encryption. */
const largePayload = 4_096

/** Increments the invocation counter of RFC 5647, 7.1: the last eight bytes. */
function countUp(iv: Uint8Array): void {
  for (let index = 11; index > 3; index -= 1) {
    const next = ((iv[index] ?? 0) + 1) & 0xff
    iv[index] = next
    if (next !== 0) return
  }
}

/** Pooled random bytes, since few are needed often. */
function createRandomBytes() {
  const pool = Buffer.alloc(4_096)
  let used = pool.length
  return (length: number): Uint8Array => {
    if (used + length > pool.length) {
      randomFillSync(pool)
      used = 0
    }
    used += length
    return pool.subarray(used - length, used)
  }
}
const randomBytes = createRandomBytes()

/**
 * Implements RFC 5647 with ssh2's cipher interface: it fills the result of `allocPacket` and passes it to `encrypt` before the
 * next allocation.
 */
export function createGcmCipher({ algorithm, key, iv, sequenceNumber }: Keys, write: (bytes: Buffer) => void) {
  const secret = createSecretKey(key)
  const nonce = Buffer.from(iv)
  const shared = Buffer.allocUnsafeSlow(largestPacket)
  let isFree = false
  return {
    outSeqno: sequenceNumber,
    free() {
      isFree = true
    },
    allocPacket(payloadLength: number): Buffer {
      const unpadded = 1 + payloadLength
      let padding = blockSize - (unpadded % blockSize)
      if (padding < leastPadding) padding += blockSize
      const length = lengthSize + unpadded + padding
      const isShared = payloadLength >= largePayload && length <= shared.length
      const packet = isShared ? shared.subarray(0, length) : Buffer.allocUnsafe(length)
      packet.writeUInt32BE(unpadded + padding)
      packet[lengthSize] = padding
      packet.set(randomBytes(padding), lengthSize + unpadded)
      return packet
    },
    encrypt(packet: Buffer): void {
      if (isFree) return
      const cipher = createCipheriv(algorithm, secret, nonce)
      const length = Buffer.from(packet.subarray(0, lengthSize))
      cipher.setAAD(length)
      const body = cipher.update(packet.subarray(lengthSize))
      cipher.final()
      const pieces = [length, body, cipher.getAuthTag()]
      if (packet.length < largePayload) write(Buffer.concat(pieces))
      else for (const piece of pieces) write(piece)
      countUp(nonce)
      this.outSeqno = (this.outSeqno + 1) >>> 0
    },
  }
}

/** AES-GCM decryption. `take` receives each payload; a result other than undefined ends decryption. */
export function createGcmDecipher(
  { algorithm, key, iv, sequenceNumber }: Keys,
  take: (payload: Buffer) => false | number | undefined,
) {
  const secret = createSecretKey(key)
  const nonce = Buffer.from(iv)
  const header = Buffer.alloc(lengthSize)
  const gathered = Buffer.allocUnsafeSlow(largestPacket)
  let headerSize = 0
  let gatheredSize = 0

  function open(sealed: Buffer): Buffer {
    const decipher = createDecipheriv(algorithm, secret, nonce)
    decipher.setAAD(header)
    decipher.setAuthTag(sealed.subarray(sealed.length - tagSize))
    const packet = decipher.update(sealed.subarray(0, sealed.length - tagSize))
    decipher.final()
    const padding = packet[0] ?? 0
    if (padding + 1 >= packet.length) throw new Error('Bad packet padding')
    return packet.subarray(1, packet.length - padding)
  }

  function sealedLength(): number {
    const length = header.readUInt32BE()
    if (length < blockSize || length % blockSize !== 0 || length + lengthSize + tagSize > largestPacket)
      throw new Error('Bad packet length')
    return length + tagSize
  }

  return {
    inSeqno: sequenceNumber,
    free() {},
    /** Returns the offset where decryption ended before the end of the data. */
    decrypt(data: Buffer, begin: number, end: number): number | undefined {
      let at = begin
      while (at < end) {
        if (headerSize < lengthSize) {
          const part = data.copy(header, headerSize, at, Math.min(end, at + lengthSize - headerSize))
          headerSize += part
          at += part
          if (headerSize < lengthSize) return undefined
        }
        const length = sealedLength()
        const part = Math.min(length - gatheredSize, end - at)
        let sealed = data.subarray(at, at + part)
        at += part
        if (part < length) {
          gathered.set(sealed, gatheredSize)
          gatheredSize += part
          if (gatheredSize < length) return undefined
          sealed = gathered.subarray(0, length)
        }
        const payload = open(sealed)
        headerSize = 0
        gatheredSize = 0
        countUp(nonce)
        this.inSeqno = (this.inSeqno + 1) >>> 0
        const ending = take(payload)
        if (ending !== undefined) return ending === false ? at : ending
      }
      return undefined
    },
  }
}
