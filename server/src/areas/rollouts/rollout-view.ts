import { rolloutDeviceStatuses } from '@vermilion/contract/rollouts/devices'
import type { Rollout } from '@vermilion/contract/rollouts'
import { readJson } from '#platform/database/columns'
import { currentPhase, failuresIn } from './engine/phases.ts'
import type { DeviceCount } from './engine/phases.ts'
import type { RolloutRow } from './rollout-store.ts'
import { isEnded } from './rules.ts'

const total = (counts: readonly DeviceCount[], isCounted: (count: DeviceCount) => boolean = () => true) =>
  counts.reduce((sum, count) => sum + (isCounted(count) ? count.devices : 0), 0)

export function toRollout(row: RolloutRow, counts: readonly DeviceCount[], now: number): Rollout {
  const {
    artifact: artifactText,
    reason,
    options,
    phases: phaseText,
    acceptedFailures: _accepted,
    actor: _actor,
    ...plain
  } = row
  const artifact = readJson(artifactText)
  const phases = readJson(phaseText)
  const { current, waitsUntil } = currentPhase(phases, now)
  const byStatus = rolloutDeviceStatuses.map((status) => [status, total(counts, (count) => count.status === status)])
  return {
    ...plain,
    artifactKind: artifact.kind,
    artifactName: artifact.name,
    artifactVersion: artifact.version,
    artifactSize: artifact.size,
    reason: reason && readJson(reason),
    options: readJson(options),
    devices: total(counts),
    counts: Object.fromEntries(byStatus) as Rollout['counts'],
    failures: failuresIn(counts),
    phases: phases.map((phase, index) => {
      const own = counts.filter((count) => count.phase === index)
      return {
        ...phase,
        succeeded: total(own, ({ status }) => status === 'success'),
        failed: total(own, ({ hasFailed }) => hasFailed === 1),
        ended: total(own, ({ status }) => isEnded(status)),
      }
    }),
    phase: current,
    waitsUntil: row.status === 'running' ? waitsUntil : null,
  }
}
