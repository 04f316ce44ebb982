import type { Text } from '@vermilion/contract/kernel/text'
import type { RolloutDeviceStatus } from '@vermilion/contract/rollouts/devices'
import type { DeviceArea } from '#areas/devices'
import { flag, readJson, writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { Artifacts } from '../artifacts/artifacts.ts'
import type { RolloutDeviceRow } from '../devices/store.ts'
import type { RolloutStores } from '../devices/stores.ts'
import type { RolloutRow } from '../store.ts'
import { deviceStep, isEnded, isTouched } from '../rules.ts'

export interface EngineNeeds extends RolloutStores, Pick<Platform, 'database' | 'clock' | 'log' | 'blobs'> {
  devices: DeviceArea
  artifacts: Artifacts
  changed: (rolloutId: string) => void
}

type Columns = Partial<Omit<RolloutDeviceRow, 'reason' | 'status'>>

interface Move extends Columns {
  readonly reason?: Text | null
}

/** The columns of a device that begins anew. */
export const unharmed = { hasFailed: flag(false), bootId: null, deadlineAt: null, reason: null }

const recordOf = (rollout: RolloutRow, reason?: Text) => {
  const { name, version } = readJson(rollout.artifact)
  return { account: rollout.actor, detail: `${name} ${version}`, reason }
}

/** All status changes of devices in rollouts happen here, with their log entry. */
function createMove({ database, clock, rolloutDevices, history, changed }: EngineNeeds) {
  return async function move(
    row: RolloutDeviceRow,
    to: RolloutDeviceStatus,
    { reason, ...set }: Move = {},
  ): Promise<boolean> {
    deviceStep.check(row.status, to)
    return database.transaction(async () => {
      const now = await rolloutDevices.byId(row.id)
      if (now === undefined || now.status !== row.status) return false
      await rolloutDevices.update(row.id, {
        ...set,
        status: to,
        ...(reason !== undefined && { reason: reason && writeJson(reason) }),
        ...(now.startedAt === null && to === 'checking' && { startedAt: clock.time() }),
        endedAt: isEnded(to) ? clock.time() : null,
        updatedAt: clock.time(),
      })
      await history.addLines(row.id, [reason === undefined || reason === null ? to : `${to}: ${reason.en}`])
      changed(row.rolloutId)
      return true
    })
  }
}

export type Moves = ReturnType<typeof createMoves>

export function createMoves(needs: EngineNeeds) {
  const { database, clock, devices, installations } = needs
  const move = createMove(needs)
  return {
    move,

    /** Rolls back if something was changed and the rollout wants it; otherwise fails. */
    fail: (row: RolloutDeviceRow, rollout: RolloutRow, reason: Text): Promise<boolean> =>
      database.transaction(async () => {
        const goesBack =
          isTouched(row.status) && row.status !== 'rolling-back' && readJson(rollout.options).rollBackOnFailure
        const to = goesBack ? 'rolling-back' : 'failed'
        const set = { hasFailed: flag(true), bootId: null, deadlineAt: null, reason }
        const isMoved = await move(row, to, set)
        if (isMoved) await devices.records.keep(row.deviceId, 'update-failed', recordOf(rollout, reason))
        return isMoved
      }),

    succeed: (row: RolloutDeviceRow, rollout: RolloutRow): Promise<boolean> =>
      database.transaction(async () => {
        const isMoved = await move(row, 'success', { reason: null, deadlineAt: null })
        if (!isMoved) return false
        const { id: artifactId, kind, name, version, modelId } = readJson(rollout.artifact)
        await installations.set({
          deviceId: row.deviceId,
          deviceName: row.deviceName,
          kind,
          name,
          version,
          previousVersion: row.previousVersion,
          artifactId,
          modelId,
          rolloutId: rollout.id,
          installedAt: clock.time(),
        })
        const action = kind === 'model' ? 'model-deployed' : 'update-installed'
        await devices.records.keep(row.deviceId, action, recordOf(rollout))
        return true
      }),

    /** `previous` is the repository's artifact of the restored version. */
    wentBack: (
      row: RolloutDeviceRow,
      rollout: RolloutRow,
      previous: { id: string; modelId: string | null } | undefined,
    ): Promise<boolean> =>
      database.transaction(async () => {
        if (!(await move(row, 'rolled-back', { deadlineAt: null }))) return false
        const { kind, name } = readJson(rollout.artifact)
        const about = { deviceId: row.deviceId, kind, name }
        if (row.previousVersion === null) await installations.remove(about)
        else
          await installations.set({
            ...about,
            deviceName: row.deviceName,
            version: row.previousVersion,
            previousVersion: null,
            artifactId: previous?.id ?? null,
            modelId: previous?.modelId ?? null,
            rolloutId: rollout.id,
            installedAt: clock.time(),
          })
        await devices.records.keep(row.deviceId, 'update-rolled-back', recordOf(rollout))
        return true
      }),
  }
}
