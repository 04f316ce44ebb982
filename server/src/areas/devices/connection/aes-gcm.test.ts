import { randomBytes, randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { createGcmCipher, createGcmDecipher } from './aes-gcm.ts'

interface LibraryCipher {
  allocPacket(length: number): Buffer
  encrypt(packet: Buffer): void
}
interface Library {
  createCipher(order: unknown): LibraryCipher
  createDecipher(order: unknown): { decrypt(data: Buffer, begin: number, end: number): unknown }
}
const library = createRequire(import.meta.url)('ssh2/lib/protocol/crypto.js') as Library

const lengths = [1, 5, 11, 12, 27, 100, 4_080, 4_095, 4_096, 32_768, 34_000, 3]
const algorithms = [
  ['aes-128-gcm', 16],
  ['aes-256-gcm', 32],
] as const

function keysOf(length: number) {
  // The counter overflows within the first packets.
  const iv = Buffer.concat([randomBytes(4), Buffer.alloc(8, 0xff)])
  return { key: randomBytes(length), iv, sequenceNumber: 2 ** 32 - 2 }
}

function sendAll(cipher: LibraryCipher): Buffer[] {
  return lengths.map((length) => {
    const payload = randomBytes(length)
    const packet = cipher.allocPacket(length)
    packet.set(payload, 5)
    cipher.encrypt(packet)
    return payload
  })
}

function feed(bytes: Buffer, decrypt: (data: Buffer, begin: number, end: number) => unknown): void {
  for (let at = 0; at < bytes.length;) {
    const piece = Buffer.from(bytes.subarray(at, at + randomInt(1, 50_000)))
    decrypt(piece, 0, piece.length)
    at += piece.length
    piece.fill(0)
  }
}

test.each(algorithms)('%s: what is sent here is what the library reads', (algorithm, keyLength) => {
  const { key, iv, sequenceNumber } = keysOf(keyLength)
  const wire: Buffer[] = []
  const sent = sendAll(createGcmCipher({ algorithm, key, iv, sequenceNumber }, (bytes) => wire.push(bytes)))
  const read: Buffer[] = []
  const inbound = {
    seqno: sequenceNumber,
    decipherInfo: { sslName: algorithm, keyLen: keyLength, ivLen: 12 },
    decipherKey: key,
    decipherIV: Buffer.from(iv),
    onPayload: (payload: Buffer) => void read.push(Buffer.from(payload)),
    forceNative: true,
  }
  const decipher = library.createDecipher({ inbound })
  feed(Buffer.concat(wire), decipher.decrypt.bind(decipher))
  expect(read.map((bytes) => bytes.toString('hex'))).toEqual(sent.map((bytes) => bytes.toString('hex')))
})

test.each(algorithms)(
  '%s: what the library sends is read here, and nothing that was changed',
  (algorithm, keyLength) => {
    const { key, iv, sequenceNumber } = keysOf(keyLength)
    const wire: Buffer[] = []
    const outbound = {
      seqno: sequenceNumber,
      cipherInfo: { sslName: algorithm, keyLen: keyLength, ivLen: 12 },
      cipherKey: key,
      cipherIV: Buffer.from(iv),
      onWrite: (bytes: Buffer) => wire.push(Buffer.from(bytes)),
      forceNative: true,
    }
    const sent = sendAll(library.createCipher({ outbound }))
    const bytes = Buffer.concat(wire)
    const read: Buffer[] = []
    const take = (payload: Buffer) => void read.push(payload)
    const decipher = createGcmDecipher({ algorithm, key, iv, sequenceNumber }, take)
    feed(bytes, (data, begin, end) => decipher.decrypt(data, begin, end))
    expect(read.map((payload) => payload.toString('hex'))).toEqual(sent.map((payload) => payload.toString('hex')))

    const another = createGcmDecipher({ algorithm, key, iv, sequenceNumber }, () => expect.unreachable())
    const changed = Buffer.from(bytes)
    changed[6] = (changed[6] ?? 0) ^ 1
    expect(() => another.decrypt(changed, 0, changed.length)).toThrow()
    const endless = createGcmDecipher({ algorithm, key, iv, sequenceNumber }, () => expect.unreachable())
    expect(() => endless.decrypt(Buffer.alloc(64, 0xff), 0, 64)).toThrow('packet length')
  },
)
