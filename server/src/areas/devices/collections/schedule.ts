import type { CollectionSchedule } from '@vermilion/contract/devices/collections'

export function nextRun(schedule: CollectionSchedule, after: number): string | null {
  if (schedule.kind === 'once') return null
  if (schedule.kind === 'interval') return new Date(after + schedule.minutes * 60_000).toISOString()
  const [hours = 0, minutes = 0] = schedule.at.split(':').map(Number)
  const next = new Date(after)
  next.setHours(hours, minutes, 0, 0)
  if (next.getTime() <= after) next.setDate(next.getDate() + 1)
  return next.toISOString()
}
