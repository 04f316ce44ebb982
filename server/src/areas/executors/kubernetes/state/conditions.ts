import type { RunCondition, RunConditionName } from '../../port/run-status.ts'
import type { Pod } from '../client/objects.ts'

/** The condition for each reason that a container, a disruption or a pod gives. */
const byReason: Readonly<Record<string, RunConditionName>> = {
  ErrImagePull: 'image-unavailable',
  ImagePullBackOff: 'image-unavailable',
  ErrImageNeverPull: 'image-unavailable',
  ImageInspectError: 'image-unavailable',
  InvalidImageName: 'image-unavailable',
  RegistryUnavailable: 'image-unavailable',
  CreateContainerConfigError: 'start-failed',
  CreateContainerError: 'start-failed',
  RunContainerError: 'start-failed',
  PreemptionByScheduler: 'preempted',
  DeletionByTaintManager: 'node-lost',
  DeletionByPodGC: 'node-lost',
  EvictionByEvictionAPI: 'evicted',
  TerminationByKubelet: 'evicted',
  Evicted: 'evicted',
  Preempting: 'preempted',
  NodeLost: 'node-lost',
  NodeShutdown: 'evicted',
  Terminated: 'evicted',
  UnexpectedAdmissionError: 'start-failed',
}

const byEvent: Readonly<Record<string, RunConditionName>> = {
  FailedMount: 'volume-unavailable',
  FailedAttachVolume: 'volume-unavailable',
  FailedCreatePodSandBox: 'start-failed',
  Pulling: 'fetching-image',
}

/** The container that brings data before the command begins, where a pool has no shared folder. */
export const fetchContainer = 'fetch-data'

const conditionOf = (name: RunConditionName | undefined, detail = ''): RunCondition | null =>
  name === undefined ? null : { name, detail }

/** Starting a container fails with these, whose exit codes are the engine's own. */
export const isStartFailure = (reason: string | undefined): boolean =>
  reason === 'StartError' || reason === 'ContainerCannotRun'

export const mainOf = ({ status }: Pod) => status?.containerStatuses?.find(({ name }) => name === 'main')

/** Why a pod waits for its place or for its start. `fetched` says how much of its data is there. */
export function waitingCondition(pod: Pod, fetched?: string): RunCondition | null {
  const { conditions = [], initContainerStatuses = [] } = pod.status ?? {}
  const scheduled = conditions.find(({ type }) => type === 'PodScheduled')
  if (scheduled?.status === 'False') {
    return conditionOf(scheduled.reason === 'SchedulingGated' ? 'held' : 'unschedulable', scheduled.message)
  }
  const waiting = [...initContainerStatuses, mainOf(pod)].flatMap((one) => one?.state?.waiting ?? [])
  const match = waiting.find(({ reason = '' }) => reason in byReason)
  if (match !== undefined) return conditionOf(byReason[match.reason ?? ''], match.message ?? match.reason)
  const isFetching = initContainerStatuses.some(({ name, state }) => name === fetchContainer && state?.running)
  return conditionOf(isFetching ? 'fetching-data' : undefined, fetched)
}

/** Why a pod whose command runs may end soon, or may not be heard of any more. */
export function runningCondition(pod: Pod): RunCondition | null {
  const { conditions = [] } = pod.status ?? {}
  const stateOf = (name: string) => conditions.find(({ type }) => type === name)?.status
  // Only the node's controller takes a pod's readiness away and not that of its containers.
  if (stateOf('Ready') === 'False' && stateOf('ContainersReady') === 'True')
    return conditionOf('node-lost', `the node ${pod.spec.nodeName ?? ''} does not respond`)
  return endCondition(pod, true)
}

/** Milliseconds beyond its grace after which a pod on a lost node counts as lost. */
const nodePatienceMs = 30_000

/** Its node was given up, and did not say that it ended. */
export function isGivenUp(pod: Pod): boolean {
  const { deletionTimestamp } = pod.metadata
  if (deletionTimestamp === undefined || endCondition(pod, true)?.name !== 'node-lost') return false
  return Date.now() > Date.parse(deletionTimestamp) + nodePatienceMs
}

/** What happened to a pod from outside. */
export function endCondition(pod: Pod, wasStopped: boolean): RunCondition | null {
  const { conditions = [], reason = '', message } = pod.status ?? {}
  const disruption = conditions.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True')
  if (disruption !== undefined) return conditionOf(byReason[disruption.reason ?? ''] ?? 'evicted', disruption.message)
  if (reason === 'DeadlineExceeded') return wasStopped ? null : conditionOf('time-limit', message)
  if (reason in byReason) return conditionOf(byReason[reason], message)
  const end = mainOf(pod)?.state?.terminated
  return conditionOf(isStartFailure(end?.reason) ? 'start-failed' : undefined, end?.message)
}

/** Of the events of a pod or a Job, those that say why nothing begins. */
export function eventCondition(reason: string, message: string): RunCondition | null {
  if (reason === 'FailedCreate')
    return conditionOf(message.includes('exceeded quota') ? 'quota' : 'start-failed', message)
  return conditionOf(byEvent[reason], message)
}
