/** Version 3 of the SSH File Transfer Protocol (draft-ietf-secsh-filexfer-02), as in OpenSSH. */
export const request = {
  init: 1,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  extended: 200,
} as const
export const response = {
  version: 2,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attributes: 105,
  extended: 201,
} as const
export const status = { ok: 0, endOfFile: 1, noSuchFile: 2, permissionDenied: 3, failure: 4, unsupported: 8 } as const

export const open = { read: 1, write: 2, create: 8, truncate: 16, exclusive: 32 } as const

export interface Attributes {
  readonly size: number | null
  readonly userId: number | null
  readonly mode: number | null
  /** Seconds since 1970. */
  readonly modifiedAt: number | null
}

export const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

export class MalformedPacket extends Error {}

/** Reads fields within a packet, whose last field may continue in other buffers. */
export function createPacketReader(packet: Buffer, begin: number, others: readonly Buffer[] = []) {
  let at = begin
  const take = (length: number) => {
    const from = at
    at += length
    if (length < 0 || at > packet.length) throw new MalformedPacket('a packet of SFTP ends early')
    return from
  }
  const number = () => packet.readUInt32BE(take(4))
  const long = () => Number(packet.readBigUInt64BE(take(8)))
  const bytes = () => {
    const length = number()
    return packet.subarray(take(length), at)
  }
  return {
    number,
    long,
    bytes,
    pieces(): Buffer[] {
      const length = number()
      const pieces = [packet.subarray(take(0)), ...others].filter((piece) => piece.length > 0)
      const size = sizeOf(pieces)
      if (length > size) throw new MalformedPacket('a packet of SFTP ends early')
      return length === size ? pieces : [Buffer.concat(pieces).subarray(0, length)]
    },
    isAtEnd: () => at >= packet.length,
    attributes(): Attributes {
      const flags = number()
      const size = flags & 1 ? long() : null
      const userId = flags & 2 ? number() : null
      if (flags & 2) number()
      const mode = flags & 4 ? number() : null
      if (flags & 8) number()
      const modifiedAt = flags & 8 ? number() : null
      if (flags & 0x80_00_00_00) for (let remaining = number(); remaining > 0; remaining -= 1) void [bytes(), bytes()]
      return { size, userId, mode, modifiedAt }
    },
  }
}
export type PacketReader = ReturnType<typeof createPacketReader>

export function numberField(value: number): Buffer {
  const field = Buffer.alloc(4)
  field.writeUInt32BE(value)
  return field
}

export function longField(value: number): Buffer {
  const field = Buffer.alloc(8)
  field.writeBigUInt64BE(BigInt(value))
  return field
}

export const bytesField = (bytes: Uint8Array): Buffer => Buffer.concat([numberField(bytes.length), bytes])

export function attributesField({ mode, modifiedAt }: { mode?: number; modifiedAt?: number }): Buffer {
  const fields = [numberField((mode === undefined ? 0 : 4) | (modifiedAt === undefined ? 0 : 8))]
  if (mode !== undefined) fields.push(numberField(mode))
  if (modifiedAt !== undefined) fields.push(numberField(modifiedAt), numberField(modifiedAt))
  return Buffer.concat(fields)
}

/** Cuts bytes into parts of equal size; only parts across buffers are copied. */
export function cutEvenly(pieces: readonly Uint8Array[], size: number): Uint8Array[] {
  const parts: Uint8Array[] = []
  let gathered: Uint8Array[] = []
  let length = 0
  function flush(): void {
    const [only] = gathered
    parts.push(gathered.length === 1 && only !== undefined ? only : Buffer.concat(gathered))
    gathered = []
    length = 0
  }
  for (const piece of pieces)
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + size - length)
      gathered.push(part)
      length += part.length
      at += part.length
      if (length === size) flush()
    }
  if (length > 0) flush()
  return parts
}

const largestPacket = 256 * 1024 + 1_020

/** Splits a stream into packets, each without its length, as received buffers. */
export function createPacketCutter(onPacket: (first: Buffer, others: readonly Buffer[]) => void) {
  const pieces: Buffer[] = []
  let held = 0
  let due = 0

  function shiftBytes(length: number): Buffer[] {
    const parts: Buffer[] = []
    let missing = length
    while (missing > 0) {
      const [first = Buffer.alloc(0)] = pieces
      const part = first.subarray(0, missing)
      parts.push(part)
      missing -= part.length
      if (part.length < first.length) pieces[0] = first.subarray(part.length)
      else pieces.shift()
    }
    held -= length
    return parts
  }

  return (piece: Buffer): void => {
    if (piece.length === 0) return
    pieces.push(piece)
    held += piece.length
    for (;;) {
      if (due === 0) {
        if (held < 4) return
        due = Buffer.concat(shiftBytes(4)).readUInt32BE()
        if (due === 0 || due > largestPacket) throw new MalformedPacket('a packet of SFTP has an impossible length')
      }
      if (held < due) return
      const [first = Buffer.alloc(0), ...others] = shiftBytes(due)
      due = 0
      onPacket(first, others)
    }
  }
}
