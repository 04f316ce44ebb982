import type { Task } from '@vermilion/contract/tasks'
import type { SeriesInfo } from '@vermilion/contract/tasks/metrics'

type Timed = Pick<Task, 'status' | 'progress' | 'startedAt'>

/** Milliseconds since 1970; null while unknown. By the time per step of metrics that count like the progress, else in total. */
export function expectedEnd(
  { status, progress, startedAt }: Timed,
  series: readonly SeriesInfo[],
  now: number,
): number | null {
  if (status !== 'running' || progress === null || startedAt === null) return null
  const { done, total } = progress
  if (done <= 0 || total < done) return null
  const counted = series.find(
    ({ source, first, last }) =>
      source !== 'system' && first !== null && last !== null && last.step === done && last.step > first.step,
  )
  if (counted?.first && counted.last && counted.last.time > counted.first.time) {
    const { first, last } = counted
    return last.time + ((last.time - first.time) / (last.step - first.step)) * (total - done)
  }
  const started = Date.parse(startedAt)
  const latest = series.reduce((time, { source, last }) => {
    return source === 'system' || last === null ? time : Math.max(time, last.time)
  }, started)
  // Without times of its steps, a task is assumed to have reached its progress just now.
  const elapsed = (latest > started ? latest : Math.max(now, started)) - started
  return started + (elapsed * total) / done
}
