import { z } from 'zod'

/** Most entries that are validated: reporting each of a million as wrong takes seconds. */
const maxEntries = 20_000

export const boundedList = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).max(maxEntries).pipe(z.array(schema))

export const boundedRecord = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<Record<string, unknown>>(isSmallRecord).pipe(z.record(z.string(), schema))

function isSmallRecord(value: unknown): boolean {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord && Object.keys(value).length <= maxEntries
}
