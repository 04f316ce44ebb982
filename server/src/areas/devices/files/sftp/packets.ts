/** Version 3 of the SSH File Transfer Protocol (draft-ietf-secsh-filexfer-02), which is what OpenSSH speaks. */
export const request = {
  init: 1,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
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

/** Bits of how a file is opened. */
export const open = { read: 1, write: 2, create: 8, truncate: 16, exclusive: 32 } as const

/** What a server says of a file; what it leaves out is null. */
export interface Attributes {
  readonly size: number | null
  readonly userId: number | null
  readonly mode: number | null
  /** Seconds since 1970. */
  readonly modifiedAt: number | null
}

/** A server said something that is none of the protocol. */
export class MalformedPacket extends Error {}

/** Reads fields one after another, and never beyond the packet. */
export function createPacketReader(packet: Buffer, begin: number) {
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
    isAtEnd: () => at >= packet.length,
    attributes(): Attributes {
      const flags = number()
      const size = flags & 1 ? long() : null
      const userId = flags & 2 ? number() : null
      if (flags & 2) number()
      const mode = flags & 4 ? number() : null
      if (flags & 8) number()
      const modifiedAt = flags & 8 ? number() : null
      if (flags & 0x80_00_00_00)
        for (let remaining = number(); remaining > 0; remaining -= 1) void [bytes(), bytes()]
      return { size, userId, mode, modifiedAt }
    },
  }
}
export type PacketReader = ReturnType<typeof createPacketReader>

/** A field that stands alone. */
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

/** Bytes after their length. */
export const bytesField = (bytes: Uint8Array): Buffer => Buffer.concat([numberField(bytes.length), bytes])

/** What is to be set of a file: its permissions, and when it was modified, in seconds since 1970. */
export function attributesField({ mode, modifiedAt }: { mode?: number; modifiedAt?: number }): Buffer {
  const fields = [numberField((mode === undefined ? 0 : 4) | (modifiedAt === undefined ? 0 : 8))]
  if (mode !== undefined) fields.push(numberField(mode))
  if (modifiedAt !== undefined) fields.push(numberField(modifiedAt), numberField(modifiedAt))
  return Buffer.concat(fields)
}

/** Bytes of the largest packet, as of OpenSSH; one that says it is larger is none. */
const largestPacket = 256 * 1024 + 1_024

/** Cuts what comes into packets, each without its length. */
export function createPacketCutter(onPacket: (packet: Buffer) => void) {
  let pieces: Buffer[] = []
  let held = 0

  function gather(): Buffer {
    const [only] = pieces
    if (pieces.length > 1 || only === undefined) pieces = [Buffer.concat(pieces)]
    return pieces[0] ?? Buffer.alloc(0)
  }
  /** Bytes of the packet that is coming, with its length; 0 while that is not there. */
  let due = 0

  return (piece: Buffer): void => {
    pieces.push(piece)
    held += piece.length
    while (held >= Math.max(4, due)) {
      if (due === 0) {
        const first = pieces[0] !== undefined && pieces[0].length >= 4 ? pieces[0] : gather()
        due = first.readUInt32BE(0) + 4
        if (due < 5 || due > largestPacket) throw new MalformedPacket('a packet of SFTP has an impossible length')
        continue
      }
      const bytes = pieces[0] !== undefined && pieces[0].length >= due ? pieces[0] : gather()
      const rest = bytes.subarray(due)
      const others = pieces.slice(1)
      pieces = rest.length > 0 ? [rest, ...others] : others
      held -= due
      const packet = bytes.subarray(4, due)
      due = 0
      onPacket(packet)
    }
  }
}
