import type { RunCondition, RunConditionName } from '../port/run-status.ts'
import type { Job } from './connection/connection.ts'

/** By the beginning of the reason; see `JOB REASON CODES` of squeue(1). The first match counts. */
const waitingConditions: readonly [RegExp, RunConditionName][] = [
  [/^(?:QOS|Assoc|Max|Association|.*(?:Grp|PerUser|PerAccount)|InvalidAccount|InvalidQOS)/, 'quota'],
  [/^(?:JobHeld|launch_failed_requeued_held|job_requeued_in_held_state|user_env_retrieval_failed|Held)/i, 'held'],
  [/^(?:Priority|BeginTime|Dependency|JobArrayTaskLimit|Prolog|Cleaning|Nodes_required)/, 'priority'],
]

/** Null before Slurm has looked at the job. */
export function waitingCondition({ reason, nodeCount, resources, restarts }: Job): RunCondition | null {
  if (restarts > 0 && /^(?:None|BeginTime|Priority|Cleaning)/.test(reason))
    return { name: 'preempted', detail: `${reason}: the job was put back into the queue and starts again` }
  if (reason === 'None' || reason === '') return null
  const name = waitingConditions.find(([pattern]) => pattern.test(reason))?.[1] ?? 'unschedulable'
  const request = `${nodeCount} ${nodeCount === 1 ? 'node' : 'nodes'}`
  return { name, detail: `${reason} (${resources === '' ? request : `${request} with ${resources}`})` }
}

/** By the state of a job that did not end by itself. */
export const endConditions: Readonly<Record<string, RunConditionName>> = {
  BOOT_FAIL: 'node-lost',
  CANCELLED: 'evicted',
  DEADLINE: 'time-limit',
  NODE_FAIL: 'node-lost',
  PREEMPTED: 'preempted',
  REVOKED: 'evicted',
  TIMEOUT: 'time-limit',
}

export function endCondition({ id, state, reason, nodes }: Job): RunCondition | null {
  const name = endConditions[state]
  if (name === undefined) return null
  const why = reason === 'None' || reason === '' ? '' : `, ${reason}`
  return { name, detail: `job ${id}: ${state}${why}${nodes === '' ? '' : ` on ${nodes}`}` }
}
