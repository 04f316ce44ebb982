/** `at` is in seconds since 1970. */
export interface Point {
  readonly at: number
  readonly mean: number
  readonly highest: number
  readonly readings: number
}

export const pointOf = (at: number, value: number): Point => ({ at, mean: value, highest: value, readings: 1 })

export const pointLength = 16
const pointBytes = 12
const maxCode = 65_535

/** Encodes a point as text; its time is rounded to `unit` seconds after the row's start. */
export function encodePoint({ at, readings, mean, highest }: Point, row: { start: number; unit: number }): string {
  const bytes = Buffer.alloc(pointBytes)
  bytes.writeUInt16LE(Math.min(maxCode, Math.max(0, Math.round((at - row.start) / row.unit))), 0)
  bytes.writeUInt16LE(Math.min(maxCode, readings), 2)
  bytes.writeFloatLE(mean, 4)
  bytes.writeFloatLE(highest, 8)
  return bytes.toString('base64')
}

/** Decodes without allocating an object per point. */
export function forEachPoint(
  text: string,
  { start, unit }: { start: number; unit: number },
  take: (at: number, mean: number, highest: number, readings: number) => void,
): void {
  const bytes = Buffer.from(text, 'base64')
  for (let at = 0; at + pointBytes <= bytes.length; at += pointBytes) {
    take(
      start + bytes.readUInt16LE(at) * unit,
      bytes.readFloatLE(at + 4),
      bytes.readFloatLE(at + 8),
      bytes.readUInt16LE(at + 2),
    )
  }
}

export function decodePoints(text: string, row: { start: number; unit: number }): Point[] {
  const points: Point[] = []
  forEachPoint(text, row, (at, mean, highest, readings) => void points.push({ at, mean, highest, readings }))
  return points
}

export function mergePoints(at: number, points: readonly Point[]): Point {
  let [sum, readings, highest] = [0, 0, -Infinity]
  for (const point of points) {
    sum += point.mean * point.readings
    readings += point.readings
    highest = Math.max(highest, point.highest)
  }
  return { at, mean: sum / readings, highest, readings }
}

export const seriesPoints = { merge: mergePoints, encode: encodePoint, decode: decodePoints }
