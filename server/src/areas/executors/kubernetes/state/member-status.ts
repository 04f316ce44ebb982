import { signalOf } from '#platform/processes/supervisor'
import type { LogCopy } from '../../log-copy/log-copy.ts'
import type { InstanceStatus, RunExit } from '../../port/run-status.ts'
import { ClusterAway } from '../client/failure.ts'
import type { Job, Pod } from '../client/objects.ts'
import { endCondition, isGivenUp, mainOf, runningCondition, waitingCondition } from './conditions.ts'
import type { EventConditions } from './events.ts'
import { addressesAnnotation } from '../names.ts'
import type { Observed } from './observed.ts'
import type { ObservedPod } from './observed-runs.ts'
import { countedAs, podOf } from './pods.ts'
import type { RunData } from '../run-data.ts'
import { hasBegun, readEnd, stopTimeOf, writeEnd } from '../runs.ts'
import type { InstanceEnd, KnownRun, Member } from '../runs.ts'

/** Milliseconds that the log of an ended pod is tried for: its node may be gone. */
const logPatienceMs = 60_000
/** It counts from the first try: the pod may have ended while no server ran. */
const missedSince = new WeakMap<LogCopy, number>()

export interface MemberNeeds {
  observed: Observed
  events: EventConditions
  data: RunData
  /** Reads a run's Jobs and pods again. */
  relist(run: KnownRun): Promise<void>
}

const nowhere = {
  startedAt: null,
  endedAt: null,
  exit: null,
  restarts: 0,
  instanceIp: null,
  hostIp: null,
  node: null,
  condition: null,
} as const

/** Stores the end, since the cluster forgets it. */
export async function memberStatus(needs: MemberNeeds, run: KnownRun, member: Member): Promise<InstanceStatus> {
  const { name, role, index } = member
  const end = (await readEnd(member)) ?? (await endOf(needs, run, member))
  return { name, role, index, ...(end ?? (await currentOf(needs, run, member))) }
}

/** As last known, of an instance that has not ended for all that is stored. */
export async function currentStatus(needs: MemberNeeds, run: KnownRun, member: Member): Promise<InstanceStatus> {
  const { name, role, index } = member
  return { name, role, index, ...((await readEnd(member)) ?? (await currentOf(needs, run, member))) }
}

async function endOf(
  { observed, relist, data }: MemberNeeds,
  run: KnownRun,
  member: Member,
): Promise<InstanceEnd | null> {
  let observedPod = podOf(observed.of(run.key), member)
  if (observedPod === undefined) {
    const job = observed.of(run.key)?.jobs.get(member.job)
    if (job !== undefined && countedAs(job, member.ordinal) === null) return null
    // A start that was interrupted may still be completed, and one that is complete by now was not before the list.
    const wasBegun = await hasBegun(run)
    // Only a list tells that something is not there.
    await relist(run)
    const current = observed.of(run.key)
    const relisted = current?.jobs.get(member.job)
    observedPod = podOf(current, member)
    if (observedPod === undefined) {
      const counted = relisted && countedAs(relisted, member.ordinal)
      if (relisted !== undefined && counted === null) return null
      return wasBegun ? keep(removedEnd(counted)) : removedEnd(counted)
    }
  }
  const { pod, isRemoved } = observedPod
  const terminated = mainOf(pod)?.state?.terminated
  const isOver = terminated !== undefined || pod.status?.phase === 'Failed' || isRemoved || isGivenUp(pod)
  if (!isOver) return null
  if (!isRemoved && !(await data.hasArrived(run, member, pod))) return null
  await member.log.catchUp().catch((error: unknown) => {
    if (error instanceof ClusterAway) throw error
    // The kubelet takes the log of a pod away with it; what was followed is here.
    if (pod.metadata.deletionTimestamp !== undefined) return
    const since = missedSince.get(member.log) ?? Date.now()
    missedSince.set(member.log, since)
    if (Date.now() - since < logPatienceMs) throw error
  })
  return keep(podEnd(observedPod, await stopTimeOf(run)))

  async function keep(end: InstanceEnd): Promise<InstanceEnd> {
    await data.collect(run)
    await writeEnd(member, end)
    return end
  }
}

/** The Job counted it, but its pod is not there any more. */
const removedEnd = (counted: 'succeeded' | 'failed' | null | undefined): InstanceEnd =>
  counted === 'succeeded'
    ? { ...nowhere, phase: 'ended', endedAt: new Date(), exit: { code: 0, signal: null, outOfMemory: false } }
    : { ...nowhere, phase: 'lost', endedAt: new Date() }

const partsOf = ({ status = {}, spec }: Pod) => ({
  restarts: 0,
  instanceIp: status.podIP ?? null,
  hostIp: status.hostIP ?? null,
  node: spec.nodeName ?? null,
})

const timeOf = (text: string | null | undefined): Date | null =>
  text === null || text === undefined || Date.parse(text) <= 0 ? null : new Date(text)

function podEnd({ pod }: ObservedPod, stoppedAt: Date | null): InstanceEnd {
  const terminated = mainOf(pod)?.state?.terminated
  const condition = endCondition(pod, stoppedAt !== null)
  const parts = { ...partsOf(pod), restarts: mainOf(pod)?.restartCount ?? 0, condition }
  // The kubelet says this of containers that it never asked for their end.
  const isUnknown = terminated === undefined || terminated.reason === 'ContainerStatusUnknown'
  if (isUnknown) return { ...parts, phase: 'lost', startedAt: null, endedAt: new Date(), exit: null }
  const startedAt = timeOf(terminated.startedAt)
  const finishedAt = timeOf(terminated.finishedAt) ?? new Date()
  // The cluster tells whole seconds of its own clock: what a stop has ended did not end before it.
  const isByStop = pod.status?.reason === 'DeadlineExceeded' || pod.metadata.deletionTimestamp !== undefined
  const endedAt = stoppedAt !== null && isByStop && stoppedAt > finishedAt ? stoppedAt : finishedAt
  return { ...parts, phase: 'ended', startedAt: startedAt ?? endedAt, endedAt, exit: exitOf(terminated) }
}

function exitOf({ exitCode: code, reason }: { exitCode: number; reason?: string }): RunExit {
  return { code, signal: signalOf(code), outOfMemory: reason === 'OOMKilled' }
}

async function currentOf(
  { observed, events, data }: MemberNeeds,
  run: KnownRun,
  member: Member,
): Promise<Omit<InstanceStatus, 'name' | 'role' | 'index'>> {
  const state = observed.of(run.key)
  const pod = podOf(state, member)?.pod
  if (pod === undefined) return queuedAs(state?.jobs.get(member.job), events)
  const parts = { ...nowhere, ...partsOf(pod) }
  const main = mainOf(pod)
  // An end that is not told yet is one whose log is not here yet.
  const startedAt = timeOf(main?.state?.running?.startedAt ?? main?.state?.terminated?.startedAt)
  if (startedAt !== null) {
    const hasMet = run.members.length === 1 || pod.metadata.annotations?.[addressesAnnotation] !== undefined
    const phase = hasMet ? 'running' : 'starting'
    const condition = runningCondition(pod)
    return { ...parts, phase, startedAt: hasMet ? startedAt : null, restarts: main?.restartCount ?? 0, condition }
  }
  const isPlaced = pod.spec.nodeName !== undefined
  const condition = waitingCondition(pod, data.fetched?.(run)) ?? (isPlaced ? await events(pod) : null)
  return { ...parts, phase: isPlaced ? 'starting' : 'queued', condition }
}

export const held = { name: 'held', detail: 'the Job is suspended until its queue admits it' } as const

async function queuedAs(job: Job | undefined, events: EventConditions) {
  const condition = job?.spec.suspend === true ? held : job === undefined ? null : await events(job)
  return { ...nowhere, phase: 'queued' as const, condition }
}
