export interface Field {
  number: number
  integer?: bigint
  fixed?: Buffer
  bytes?: Buffer
}

/** Parses a protobuf message; throws when it is invalid. */
export function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at]
      if (byte === undefined) break
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new Error('a number does not end')
  }
  const take = (length: number) => {
    if (at + length > message.length) throw new Error('a field is longer than its message')
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const key = Number(varint())
    const number = key >>> 3
    if ((key & 7) === 0) yield { number, integer: varint() }
    else if ((key & 7) === 1) yield { number, fixed: take(8) }
    else if ((key & 7) === 2) yield { number, bytes: take(Number(varint())) }
    else if ((key & 7) === 5) yield { number, fixed: take(4) }
    else throw new Error('a field of an unknown kind')
  }
}

/** Numbers of a repeated field, packed or not. */
export function floatsOf({ fixed, bytes }: Field, kind: 'float' | 'double'): number[] {
  const content = fixed ?? bytes ?? Buffer.alloc(0)
  const width = kind === 'float' ? 4 : 8
  return Array.from({ length: Math.floor(content.length / width) }, (_, index) =>
    kind === 'float' ? content.readFloatLE(index * width) : content.readDoubleLE(index * width),
  )
}
