import { formatSize } from '#lib/format.ts'

/** `1.46 MiB/s`, or with the given number of decimals. */
export const formatRate = (value: number | null, decimals?: number): string =>
  value === null ? formatSize(null) : `${formatSize(Math.round(value), decimals)}/s`
