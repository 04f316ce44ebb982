export interface Frame {
  readonly letter: string
  readonly body: Buffer
}

const headLength = 5
const maxBodyBytes = 1_048_576

export function frame(letter: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(headLength)
  head.write(letter, 0, 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

export function numbers(...parts: readonly (readonly [value: number, size: 2 | 8])[]): Buffer {
  return Buffer.concat(
    parts.map(([value, size]) => {
      const bytes = Buffer.alloc(size)
      if (size === 8) bytes.writeBigUInt64BE(BigInt(value))
      else bytes.writeUInt16BE(value)
      return bytes
    }),
  )
}

export const numberAt = (body: Buffer, index: number): number => Number(body.readBigUInt64BE(index))

export function createFrameReader(onFrame: (frame: Frame) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= headLength) {
      const length = rest.readUInt32BE(1)
      if (length > maxBodyBytes) throw new Error('the device answered something else than a holder of terminals')
      if (rest.length < headLength + length) return
      const body = rest.subarray(headLength, headLength + length)
      const letter = rest.toString('latin1', 0, 1)
      rest = rest.subarray(headLength + length)
      onFrame({ letter, body })
    }
  }
}
