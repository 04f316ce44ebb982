import type { Database } from '../src/platform/database/database.ts'
import type { Migration } from '../src/platform/database/migrate.ts'
import {
  decodePoints as decodeSummaries,
  encodePoint as encodeSummary,
} from '../src/areas/devices/monitoring/history/point-code.ts'
import { mergeSummaries } from '../src/areas/devices/monitoring/history/summary.ts'
import type { Summary } from '../src/areas/devices/monitoring/history/summary.ts'
import { decodePoints, encodePoint, mergePoints } from '../src/areas/monitoring/series/point-code.ts'
import type { Point } from '../src/areas/monitoring/series/point-code.ts'

/** Seconds of a point, and of a row of points. */
const step = 10_800
const row = 20 * 86_400
/** Seconds of a point that is there. */
const quarter = 900

/** Readings are kept as eighths of days too, so that months are read from few rows: made of the quarters of hours that are there. */
export const up: Migration['up'] = async (_schema, database) => {
  await thin<number, Point>(database, {
    table: 'readings',
    column: 'series',
    decode: (text, start) => decodePoints(text, { start, unit: quarter }),
    merge: mergePoints,
    encode: encodePoint,
  })
  await thin<string, Summary>(database, {
    table: 'deviceHistory',
    column: 'deviceId',
    decode: (text, start) => decodeSummaries(text, { start, unit: quarter }),
    merge: mergeSummaries,
    encode: encodeSummary,
  })
}

interface Kind<PointOf extends { readonly at: number }> {
  readonly table: 'readings' | 'deviceHistory'
  /** Whose points those of a row are. */
  readonly column: 'series' | 'deviceId'
  decode(text: string, start: number): readonly PointOf[]
  merge(at: number, points: readonly PointOf[]): PointOf
  encode(point: PointOf, of: { start: number; unit: number }): string
}

async function thin<Key extends number | string, PointOf extends { readonly at: number }>(
  database: Database,
  { table, column, decode, merge, encode }: Kind<PointOf>,
): Promise<void> {
  type Row = { key: Key; tier: string; start: number; points: string }
  const query = database.query<Record<typeof table, Omit<Row, 'key'> & Record<typeof column, Key>>>()
  const quarters = query.selectFrom(table).where('tier', '=', 'quarter')
  for (const { [column]: key } of await quarters.select(column).distinct().execute()) {
    const rows = await quarters.select(['start', 'points']).where(column, '=', key).orderBy('start').execute()
    const points = rows.flatMap(({ start, points: text }) => decode(text, start))
    const byStep = Map.groupBy(points, ({ at }) => Math.floor(at / step) * step)
    const texts = new Map<number, string>()
    for (const [at, some] of [...byStep].toSorted(([a], [b]) => a - b)) {
      const start = Math.floor(at / row) * row
      texts.set(start, (texts.get(start) ?? '') + encode(merge(at, some), { start, unit: step }))
    }
    const values = [...texts].map(([start, text]) => ({ [column]: key, tier: 'eighth', start, points: text }))
    if (values.length > 0)
      await query
        .insertInto(table)
        .values(values as never)
        .execute()
  }
}
