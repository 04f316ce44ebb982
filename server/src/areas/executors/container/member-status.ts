import type { InstanceStatus } from '../port/run-status.ts'
import { writeWhole } from '#platform/write-whole'
import type { Engine } from './engine.ts'
import { inspectContainer } from './inspect-container.ts'
import { endFile, readEndFile, wasKilled } from './runs.ts'
import type { KnownRun, Member } from './runs.ts'
import { addressOf, exitOf, phaseOf, readEnd, timeOf } from './status.ts'

/** Stores the exit, since an engine may forget its containers. */
export async function memberStatus(
  engine: Engine,
  { run, member, host }: { run: KnownRun; member: Member; host: string },
): Promise<InstanceStatus> {
  const { name, role, index } = member
  const instance = { name, role, index, restarts: 0, hostIp: host }
  const end = await readEndFile(member)
  if (end !== null) return { ...instance, phase: 'ended', ...readEnd(end) }
  const container = await inspectContainer(engine, member.container)
  const none = { startedAt: null, endedAt: null, exit: null, instanceIp: null }
  if (container === undefined) return { ...instance, phase: 'lost', ...none }
  const startedAt = timeOf(container.State.StartedAt)
  const instanceIp = addressOf(container) ?? (container.HostConfig.NetworkMode === 'host' ? host : null)
  if (phaseOf(container) !== 'over') return { ...instance, phase: 'running', ...none, startedAt, instanceIp }
  await member.log.catchUp()
  const exit = exitOf(container, { wasKilled: await wasKilled(run) })
  // Podman may record the start of a short command after its end.
  const endedAt = new Date(Math.max(Number(startedAt), Number(timeOf(container.State.FinishedAt) ?? new Date())))
  const finished = { startedAt, endedAt, exit, instanceIp }
  await writeWhole(endFile(member), JSON.stringify(finished))
  return { ...instance, phase: 'ended', ...finished }
}
