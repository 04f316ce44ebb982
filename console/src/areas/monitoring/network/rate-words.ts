import { formatSize } from '#lib/format.ts'

/** `1.46 MiB/s`. */
export const rateWords = (value: number | null): string =>
  value === null ? formatSize(null) : `${formatSize(Math.round(value))}/s`
