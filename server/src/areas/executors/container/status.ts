import type Docker from 'dockerode'
import { signalOf } from '#platform/processes/supervisor'
import { reviveTimes } from '../port/read-stored.ts'
import type { InstanceStatus, RunExit } from '../port/run-status.ts'

type Inspection = Docker.ContainerInspectInfo

/** `made` has never run. */
export type ContainerPhase = 'made' | 'running' | 'over'

export function phaseOf({ State: state }: Inspection): ContainerPhase {
  if (state.Running || state.Paused || state.Restarting || state.Status.startsWith('stopping')) return 'running'
  return timeOf(state.StartedAt) === null ? 'made' : 'over'
}

/** Engines use the year 1 for never. */
export function timeOf(text: string): Date | null {
  const time = new Date(text)
  return Number.isNaN(Number(time)) || time.getUTCFullYear() < 1971 ? null : time
}

export function exitOf({ State: state, HostConfig: host }: Inspection, of: { wasKilled: boolean }): RunExit {
  const { ExitCode: code } = state
  return { code, signal: signalOf(code), outOfMemory: wasOutOfMemory() }

  function wasOutOfMemory(): boolean | null {
    if (state.OOMKilled) return true
    // OOM is unreliable (Podman with cgroup v1 always reports false): exit 137 with a memory limit and no kill of ours is
    // unknown.
    return code === 137 && Boolean(host.Memory) && !of.wasKilled ? null : false
  }
}

/** Null with the host's network or none. */
export function addressOf({ NetworkSettings: { Networks: networks } }: Inspection): string | null {
  return (
    Object.values(networks ?? {})
      .map(({ IPAddress: address }) => address)
      .find(Boolean) ?? null
  )
}

export type InstanceEnd = Pick<InstanceStatus, 'startedAt' | 'endedAt' | 'exit' | 'instanceIp'>

export const readEnd = (text: string): InstanceEnd => JSON.parse(text, reviveTimes) as InstanceEnd
