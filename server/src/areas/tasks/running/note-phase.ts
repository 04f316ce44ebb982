import type { RunCondition, RunStatus } from '#areas/executors'
import { readJson } from '#platform/database/columns'
import type { TaskRow } from '../rows/task-row.ts'
import { isUsedUp, reason } from './reasons.ts'
import type { Reason } from './reasons.ts'
import type { TaskRunContext } from './run-context.ts'

export const waitingReasons: readonly Reason['name'][] = [
  'handed-over',
  'waiting-there',
  'starting-there',
  'fetching-there',
]

/** Milliseconds for which an image may be unavailable: engines try again by themselves. */
const imagePatience = 120_000
const imageConditions: ReadonlySet<string> = new Set(['image-unavailable', 'fetching-image'])

/** The condition of the first instance that has one. */
export const conditionOf = ({ instances }: RunStatus): RunCondition | null =>
  instances.flatMap(({ condition }) => condition ?? [])[0] ?? null

/** A task that was handed over begins once its run does, since its time limit counts from there; before, it tells what it waits for. */
export async function notePhase(context: TaskRunContext, row: TaskRow, status: RunStatus): Promise<void> {
  const { store, events, taskId, clock, change, unavailableSince, registryPatience } = context
  const condition = conditionOf(status)
  // An engine that tries again fetches meanwhile.
  if (condition === null || !imageConditions.has(condition.name)) unavailableSince.clear()
  if (row.status === 'queuing' && status.startedAt !== null) {
    await store.step(taskId, 'running', { startedAt: status.startedAt.toISOString(), reason: reason('none') })
    events.publish({ type: 'task-changed', taskId })
    return
  }
  if (status.isAway === true) return
  const former = readJson(row.reason)
  const isWaiting = waitingReasons.includes(former.name)
  // One that was put back into the queue runs again.
  if (row.status === 'running' && status.phase === 'running' && isWaiting) await change({ reason: reason('none') })
  if (status.phase !== 'queued' && status.phase !== 'starting') return
  if (condition?.name === 'image-unavailable') {
    const since = unavailableSince.get(taskId) ?? clock.now()
    unavailableSince.set(taskId, since)
    if (clock.now() - since > Math.min(imagePatience, registryPatience['registry-away'])) {
      return change({ reason: reason('image-unavailable', { detail: condition.detail }) })
    }
  }
  if (isUsedUp(former)) return
  if (row.stopAccount !== null || (row.status === 'running' && former.name !== 'none' && !isWaiting)) return
  const why = reasonFor(status)
  if (JSON.stringify(why) !== JSON.stringify(former)) await change({ reason: why })
}

/** Why a run has not begun. */
export function reasonFor(status: RunStatus): Reason {
  const condition = conditionOf(status)
  if (condition === null) return reason('handed-over')
  const { name, detail } = condition
  if (name === 'fetching-data') return reason('fetching-there', { detail })
  return reason(status.phase === 'queued' ? 'waiting-there' : 'starting-there', { detail })
}

/** Why a run ended against its will; undefined when its exit says enough. */
export function lossOf(status: RunStatus): Reason | undefined {
  const condition = conditionOf(status)
  switch (condition?.name) {
    case 'evicted':
    case 'preempted':
    case 'node-lost':
    case 'image-unavailable':
      return reason(condition.name, { detail: condition.detail })
    case 'start-failed':
    case 'volume-unavailable':
      return reason('start-failed', { detail: condition.detail })
    default:
      return undefined
  }
}
