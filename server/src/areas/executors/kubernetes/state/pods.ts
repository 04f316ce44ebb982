import type { Observed } from './observed.ts'
import type { ObservedPod } from './observed-runs.ts'
import type { Job } from '../client/objects.ts'
import { indexLabel } from '../names.ts'

const jobLabel = 'job-name'

/** The pod of an instance. */
export function podOf(
  run: ReturnType<Observed['of']>,
  { job, ordinal }: { job: string; ordinal: number },
): ObservedPod | undefined {
  const matches = [...(run?.pods.values() ?? [])].filter(({ pod: { metadata } }) => {
    const { labels = {}, annotations = {} } = metadata
    const index = labels[indexLabel] ?? annotations[indexLabel] ?? '0'
    return labels[jobLabel] === job && index === String(ordinal)
  })
  return matches.toSorted((one, other) => timeOf(other) - timeOf(one))[0]
}

const timeOf = ({ pod, isRemoved }: ObservedPod): number =>
  Date.parse(pod.metadata.creationTimestamp) + (isRemoved ? 0 : 1)

const hasCondition = ({ status }: Job, type: string): boolean =>
  (status?.conditions ?? []).some((one) => one.type === type && one.status === 'True')

/** Whether a Job counted an instance as succeeded, failed or not at all. */
export function countedAs(job: Job, ordinal: number): 'succeeded' | 'failed' | null {
  if (hasCondition(job, 'Complete') || isAmong(job.status?.completedIndexes, ordinal)) return 'succeeded'
  if (hasCondition(job, 'Failed') || isAmong(job.status?.failedIndexes, ordinal)) return 'failed'
  return null
}

/** Kubernetes writes indexes as `1,3-5,7`. */
function isAmong(ranges: string | undefined, ordinal: number): boolean {
  return (ranges ?? '').split(',').some((range) => {
    const [from = '', to = from] = range.split('-')
    return from !== '' && Number(from) <= ordinal && ordinal <= Number(to)
  })
}
