import { instanceName } from '../port/run-spec.ts'
import { runOf } from '../port/run-status.ts'
import type { InstanceStatus, RunStatus } from '../port/run-status.ts'
import { endCondition, waitingCondition } from './conditions.ts'
import { exitOf, localNameOf } from './job-files.ts'
import type { JobFiles } from './job-files.ts'
import { isOver, isWaiting } from './job-queue.ts'
import type { Job } from './connection/connection.ts'
import type { SlurmRun } from './runs.ts'

interface JobFacts {
  run: SlurmRun
  files: JobFiles
  /** Undefined when Slurm does not know the job, or does not answer. */
  job: Job | undefined
  isAway: boolean
  isStopping: boolean
  outOfMemory: boolean
  /** What the job script said at its end, where no command began. */
  scriptOutput: string
}

/** The exit is that of an ended instance. */
type Outcome = Pick<InstanceStatus, 'phase' | 'condition'> & Partial<Pick<InstanceStatus, 'exit'>>

const stopped = exitOf(143)
const killed = exitOf(137)

/** The files of the job tell how its commands ended; Slurm tells where the job is and why it ended before them. */
export function statusOf(facts: JobFacts): RunStatus {
  const { run, files, job } = facts
  const { handle, name, instances } = run
  const each = instances.map((member): InstanceStatus => {
    const file = files.instances.get(localNameOf(member))
    const { phase, exit = null, condition = null } = outcomeOf(facts, member)
    // Slurm tells whole seconds: what a stop has ended did not end before it.
    const toldAt = job !== undefined && isOver(job) && !facts.isStopping ? job.endedAt : null
    const endedAt = file?.endedAt ?? toldAt ?? new Date()
    return {
      name: instanceName(name, member),
      ...member,
      phase,
      startedAt: file?.startedAt ?? null,
      endedAt: phase === 'ended' ? endedAt : null,
      exit,
      restarts: files.attempt,
      instanceIp: file?.address ?? null,
      hostIp: file?.address ?? null,
      node: file?.node ?? null,
      condition,
    }
  })
  return { ...runOf(handle, settleTogether(each, facts)), ...(facts.isAway ? { isAway: true } : {}) }
}

function outcomeOf(facts: JobFacts, member: { role: string; index: number }): Outcome {
  const { files, job, isAway, isStopping } = facts
  const file = files.instances.get(localNameOf(member))
  const condition = job !== undefined && isOver(job) && !isStopping ? endCondition(job) : null
  const outOfMemory = facts.outOfMemory || job?.state === 'OUT_OF_MEMORY' ? true : null
  if (file?.exit) {
    const isOut = file.exit.code === 0 ? null : outOfMemory
    const failure = file.problem === null ? null : ({ name: 'start-failed', detail: file.problem } as const)
    return { phase: 'ended', exit: { ...file.exit, outOfMemory: isOut }, condition: condition ?? failure }
  }
  if (files.done !== null) return withoutExit(facts, file !== undefined, files.done)
  if (isAway) return { phase: file === undefined ? 'queued' : 'running' }
  if (job === undefined) return { phase: 'lost' }
  if (isWaiting(job)) return { phase: 'queued', condition: waitingCondition(job) }
  if (!isOver(job)) return { phase: file === undefined ? 'starting' : 'running' }
  // The node took with it what it knew.
  if (job.state === 'NODE_FAIL' || job.state === 'BOOT_FAIL') return { phase: 'lost', condition }
  if (job.state === 'COMPLETED' || job.state === 'FAILED')
    return withoutExit(facts, file !== undefined, codeOf(job.waitStatus))
  if (file === undefined) return { phase: 'ended', exit: stopped, condition }
  return { phase: 'ended', exit: { ...killed, outOfMemory }, condition }
}

/** The job has ended, and the instance has not written how: it was killed, or has never begun. */
function withoutExit({ scriptOutput }: JobFacts, hasBegun: boolean, code: number): Outcome {
  if (hasBegun) return { phase: 'ended', exit: code === 0 ? killed : exitOf(code) }
  const detail = scriptOutput || 'the job ended before its command: do its nodes see the shared folder?'
  return { phase: 'ended', exit: exitOf(code === 0 ? 1 : code), condition: { name: 'start-failed', detail } }
}

/** From a wait status, see wait(2). */
const codeOf = (waitStatus: number) => (waitStatus & 0x7f ? 128 + (waitStatus & 0x7f) : (waitStatus >> 8) & 0xff)

/** While Slurm may still start the job again, its last instance has not ended. */
function settleTogether(instances: InstanceStatus[], { files, job, isAway }: JobFacts): InstanceStatus[] {
  const goesOn = files.done === null && (isAway || (job !== undefined && !isOver(job)))
  const [last] = instances.toSorted((one, other) => Number(other.endedAt) - Number(one.endedAt))
  if (!goesOn || last === undefined || instances.some(({ phase }) => phase !== 'ended')) return instances
  return instances.map((each) =>
    each === last ? { ...each, phase: 'running', endedAt: null, exit: null, condition: null } : each,
  )
}
