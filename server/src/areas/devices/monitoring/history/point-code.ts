import type { Summary } from './summary.ts'

/** Characters of a base64 point: 13 16-bit numbers and a padding byte. */
export const pointLength = 36
const pointBytes = 27
const none = 65_535
const maxCode = 65_534

interface Scale {
  readonly encode: (value: number) => number
  readonly decode: (code: number) => number
}
const share: Scale = { encode: (value) => value * 60_000, decode: (code) => code / 60_000 }
/** Hundredths of a degree from -100 °C. */
const celsius: Scale = { encode: (value) => (value + 100) * 100, decode: (code) => code / 100 - 100 }
/** Logarithmic: 0.03 % precision, up to 2^54. */
const size: Scale = { encode: (value) => Math.log2(1 + value) * 1_200, decode: (code) => 2 ** (code / 1_200) - 1 }
const wholeBytes: Scale = { encode: size.encode, decode: (code) => Math.round(size.decode(code)) }

const fields = [
  ['cpu', share],
  ['cpuHighest', share],
  ['gpu', share],
  ['gpuHighest', share],
  ['temperature', celsius],
  ['temperatureHighest', celsius],
  ['memoryUsed', wholeBytes],
  ['load', size],
  ['diskUsed', wholeBytes],
  ['networkReceived', size],
  ['networkSent', size],
] as const satisfies readonly (readonly [keyof Summary, Scale])[]

const clamp = (code: number) => Math.min(maxCode, Math.max(0, Math.round(code)))

/** Encodes a point as text. `start` and `unit` are the row's, in seconds; the time is rounded to units. */
export function encodePoint(point: Summary, { start, unit }: { start: number; unit: number }): string {
  const bytes = Buffer.alloc(pointBytes)
  bytes.writeUInt16LE(clamp((point.at - start) / unit), 0)
  bytes.writeUInt16LE(clamp(point.readings), 2)
  for (const [index, [field, { encode }]] of fields.entries()) {
    const value = point[field]
    bytes.writeUInt16LE(value === null ? none : clamp(encode(value)), 4 + index * 2)
  }
  return bytes.toString('base64')
}

export function decodePoints(text: string, { start, unit }: { start: number; unit: number }): Summary[] {
  const bytes = Buffer.from(text, 'base64')
  const points: Summary[] = []
  for (let at = 0; at + pointBytes <= bytes.length; at += pointBytes) {
    const values = fields.map(([field, { decode }], index) => {
      const code = bytes.readUInt16LE(at + 4 + index * 2)
      return [field, code === none ? null : decode(code)] as const
    })
    const point = { at: start + bytes.readUInt16LE(at) * unit, readings: bytes.readUInt16LE(at + 2) }
    points.push({ ...point, ...Object.fromEntries(values) } as Summary)
  }
  return points
}
