const scaleBytes = 4

export const recordBytes = (dimensions: number) => scaleBytes + dimensions

/** Encodes a vector as 8-bit steps of its largest value, which precedes them as a float. */
export function encodeRecord(vector: Float32Array, to: Buffer): void {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const scale = largest / 127
  to.writeFloatLE(scale, 0)
  const values = new Int8Array(to.buffer, to.byteOffset + scaleBytes, vector.length)
  for (let k = 0; k < vector.length; k++) values[k] = scale === 0 ? 0 : Math.round(vector[k]! / scale)
}

export function productWith(vector: Float32Array, record: Buffer, at: number): number {
  const values = new Int8Array(record.buffer, record.byteOffset + at + scaleBytes, vector.length)
  let sum = 0
  for (let k = 0; k < values.length; k++) sum += vector[k]! * values[k]!
  return sum * record.readFloatLE(at)
}

export function decodeRecord(record: Buffer, dimensions: number): Float32Array {
  const scale = record.readFloatLE(0)
  return unit(Float32Array.from({ length: dimensions }, (_, k) => record.readInt8(scaleBytes + k) * scale))
}

export function encodeSigns(vector: Float32Array, to: Uint8Array): void {
  to.fill(0)
  for (let k = 0; k < vector.length; k++) if (vector[k]! > 0) to[k >>> 3]! |= 1 << (k & 7)
}

export function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  return squares === 0 ? vector : vector.map((value) => value / Math.sqrt(squares))
}
