import { unknownValue } from '#lib/format.ts'

export function formatPercent(share: number | null | undefined): string {
  return share === null || share === undefined ? unknownValue : `${Math.round(share * 100)} %`
}

export function formatTemperature(celsius: number | null | undefined): string {
  return celsius === null || celsius === undefined ? unknownValue : `${Math.round(celsius)} °C`
}

/** The used fraction of a disk, computed as `df` does: the space reserved for root counts neither as used nor as free. */
export function diskShare(used: number | null | undefined, free: number | null | undefined): number | null {
  return shareOf(used, usableDisk(used, free))
}

export function usableDisk(used: number | null | undefined, free: number | null | undefined): number | null {
  return used === null || used === undefined || free === null || free === undefined ? null : used + free
}

/** Used divided by total, at most 1; null when either is not known. */
export function shareOf(used: number | null | undefined, total: number | null | undefined): number | null {
  if (used === null || used === undefined || total === null || total === undefined || total === 0) return null
  return Math.min(used / total, 1)
}
