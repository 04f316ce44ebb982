import { setTimeout as sleep } from 'node:timers/promises'
import { isOver } from '../port/run-status.ts'
import type { InstanceStatus } from '../port/run-status.ts'
import { mainOf } from './state/conditions.ts'
import { graceSeconds as podGraceSeconds } from './job/job.ts'
import type { Observed } from './state/observed.ts'
import { podOf } from './state/pods.ts'
import type { RunObjects } from './run-objects.ts'
import { noteStop } from './runs.ts'
import type { KnownRun, Member } from './runs.ts'

interface StopNeeds {
  observed: Observed
  objects: RunObjects
  statusOf(run: KnownRun, member: Member): Promise<InstanceStatus>
}

const pauseMs = 100
/** Milliseconds beyond the kubelet's own SIGKILL, and those after which a node does not respond any more. */
const marginMs = 5_000
const certainMs = 120_000

/**
 * A pod that exceeds its deadline gets SIGTERM and keeps its log and exit code; one that is removed may lose both, so it
 * is the last means.
 */
export async function stopRun(needs: StopNeeds, run: KnownRun, graceSeconds: number): Promise<void> {
  const { observed, objects, statusOf } = needs
  if (run.members.length === 0) return objects.removeJobs(run.key)
  await noteStop(run)
  const leave = observed.use()
  const killAt = Date.now() + graceSeconds * 1_000 + (graceSeconds < podGraceSeconds ? 0 : marginMs)
  const done = new Set<string>()
  const left = new AbortController()
  try {
    await observed.arrived()
    // A pod that has to be removed takes its log with it.
    for (const { log } of run.members) void log.follow(left.signal).catch(() => undefined)
    for (;;) {
      const silence = observed.silence()
      if (silence) throw silence
      const statuses = await Promise.all(run.members.map((member) => statusOf(run, member)))
      const rest = run.members.filter((_, position) => !isOver(statuses[position]?.phase ?? 'running'))
      if (rest.length === 0) return
      if (Date.now() > killAt + certainMs) throw new Error(nodeSilence(statuses))
      for (const member of rest) await end(member)
      await sleep(pauseMs)
    }
  } finally {
    left.abort()
    leave()
  }

  async function end(member: Member): Promise<void> {
    const state = observed.of(run.key)
    const pod = podOf(state, member)?.pod
    if (pod === undefined) {
      // A Job whose pods are all missing so far creates none any more.
      const mates = run.members.filter(({ job }) => job === member.job)
      if (mates.every((mate) => podOf(state, mate) === undefined))
        await once(member.job, () => objects.removeJob(member.job))
      return
    }
    const { name, uid } = pod.metadata
    const isRunning = mainOf(pod)?.state?.running !== undefined
    if (!isRunning || Date.now() >= killAt) await once(`remove ${uid}`, () => objects.removePod(name))
    else await once(`end ${uid}`, () => objects.patchPod(name, { spec: { activeDeadlineSeconds: 1 } }))
  }

  async function once(name: string, work: () => Promise<unknown>): Promise<void> {
    if (done.has(name)) return
    await work()
    done.add(name)
  }
}

function nodeSilence(statuses: readonly InstanceStatus[]): string {
  const nodes = statuses.flatMap(({ phase, node }) => (isOver(phase) || !node ? [] : [node]))
  return `the run does not end: the node ${nodes.join(', ') || 'of its pod'} does not respond`
}
