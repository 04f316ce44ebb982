export interface WrittenEntry {
  readonly name: Buffer
  readonly time: Buffer
  readonly size: number
  readonly checksum: number
  readonly offset: number
}

export const most4 = 0xff_ff_ff_ff
const most2 = 0xff_ff
/** Names are UTF-8; checksum and size follow the content. */
const flags = 0x0808
const unix = 3
const version = 45
const regularFile = 0o100644

export function localHeader(name: Buffer, time: Buffer, isLarge: boolean): Buffer {
  const extra = isLarge ? Buffer.concat([zip64(0, 0), unixTime(time)]) : unixTime(time)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04_03_4b_50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  time.copy(head, 10, 0, 4)
  if (isLarge) head.fill(0xff, 18, 26)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

export function descriptor(checksum: number, size: number, isLarge: boolean): Buffer {
  const field = Buffer.alloc(isLarge ? 24 : 16)
  field.writeUInt32LE(0x08_07_4b_50, 0)
  field.writeUInt32LE(checksum, 4)
  if (isLarge) {
    field.writeBigUInt64LE(BigInt(size), 8)
    field.writeBigUInt64LE(BigInt(size), 16)
  } else {
    field.writeUInt32LE(size, 8)
    field.writeUInt32LE(size, 12)
  }
  return field
}

export function listLine({ name, time, size, checksum, offset }: WrittenEntry): Buffer {
  const large = [size >= most4 ? [size, size] : [], offset >= most4 ? [offset] : []].flat()
  const extra = large.length > 0 ? Buffer.concat([zip64(...large), unixTime(time)]) : unixTime(time)
  const line = Buffer.alloc(46)
  line.writeUInt32LE(0x02_01_4b_50, 0)
  line.writeUInt8(version, 4)
  line.writeUInt8(unix, 5)
  line.writeUInt16LE(version, 6)
  line.writeUInt16LE(flags, 8)
  time.copy(line, 12, 0, 4)
  line.writeUInt32LE(checksum, 16)
  line.writeUInt32LE(Math.min(size, most4), 20)
  line.writeUInt32LE(Math.min(size, most4), 24)
  line.writeUInt16LE(name.length, 28)
  line.writeUInt16LE(extra.length, 30)
  line.writeUInt16LE(regularFile, 40)
  line.writeUInt32LE(Math.min(offset, most4), 42)
  return Buffer.concat([line, name, extra])
}

export function ending(entries: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(Math.min(entries, most2), 8)
  end.writeUInt16LE(Math.min(entries, most2), 10)
  end.writeUInt32LE(Math.min(bytes, most4), 12)
  end.writeUInt32LE(Math.min(offset, most4), 16)
  if (entries < most2 && bytes < most4 && offset < most4) return end
  const large = Buffer.alloc(76)
  large.writeUInt32LE(0x06_06_4b_50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt8(version, 12)
  large.writeUInt8(unix, 13)
  large.writeUInt16LE(version, 14)
  large.writeBigUInt64LE(BigInt(entries), 24)
  large.writeBigUInt64LE(BigInt(entries), 32)
  large.writeBigUInt64LE(BigInt(bytes), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  large.writeUInt32LE(0x07_06_4b_50, 56)
  large.writeBigUInt64LE(BigInt(offset + bytes), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}

function zip64(...numbers: number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(8 * numbers.length, 2)
  for (const [at, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * at)
  return field
}

/** DOS time without zone, in two-second steps from 1980 on; then seconds since 1970. */
export function timeFields(time: Date): Buffer {
  const fields = Buffer.alloc(8)
  const year = Math.min(Math.max(time.getFullYear(), 1980), 2107)
  fields.writeUInt16LE((time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1), 0)
  fields.writeUInt16LE(((year - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate(), 2)
  const seconds = Math.floor(time.getTime() / 1_000)
  fields.writeInt32LE(Math.min(Math.max(seconds, -0x80_00_00_00), 0x7f_ff_ff_ff), 4)
  return fields
}

/** The "extended timestamp", preferred by programs because it has a time zone. */
function unixTime(fields: Buffer): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  fields.copy(field, 5, 4, 8)
  return field
}
