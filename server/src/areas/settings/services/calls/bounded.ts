import { z } from 'zod'

/** Entries of a list or record that are looked at: to say of each of a million that it is wrong takes seconds. */
const mostEntries = 20_000

/** A list in what a service answers. */
export const boundedList = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).max(mostEntries).pipe(z.array(schema))

/** Values by their keys in what a service answers. */
export const boundedRecord = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<Record<string, unknown>>(isSmallRecord).pipe(z.record(z.string(), schema))

function isSmallRecord(value: unknown): boolean {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord && Object.keys(value).length <= mostEntries
}
