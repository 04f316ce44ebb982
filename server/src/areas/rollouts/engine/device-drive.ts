import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { RolloutDeviceStatus } from '@vermilion/contract/rollouts/devices'
import { CommandFailed, type DeviceConnection } from '#areas/devices'
import { flag, readJson } from '#platform/database/columns'
import { isEnded, isUntouched } from '../rules.ts'
import { StepFailed } from '../updaters/supervised.ts'
import { createDeviceSteps, type DeviceTurn } from './device-steps.ts'
import type { EngineNeeds, Moves } from './moves.ts'
import { reasons } from './reasons.ts'

const retryInterval = 1_000
/** Consecutive timeouts before the device fails, while nothing was changed on it. */
const maxHangs = 3
const maxQuestions = 120
const logEvery = 600

interface DriveNeeds extends EngineNeeds {
  moves: Moves
  connected: (deviceId: string, signal: AbortSignal) => Promise<void>
}

export function createDeviceDrive(needs: DriveNeeds) {
  const { clock, log, devices, rollouts, rolloutDevices, moves, connected } = needs
  const steps = createDeviceSteps(needs)
  const stepOf: Partial<Record<RolloutDeviceStatus, (turn: DeviceTurn) => Promise<unknown>>> = {
    pending: steps.begin,
    waiting: steps.begin,
    checking: steps.check,
    transferring: steps.transfer,
    installing: steps.install,
    rebooting: steps.restart,
    verifying: steps.verify,
    'rolling-back': steps.rollBack,
  }

  async function turnOf(rolloutDeviceId: string) {
    const row = await rolloutDevices.byId(rolloutDeviceId)
    const rollout = row && (await rollouts.byId(row.rolloutId))
    if (row === undefined || rollout === undefined || isEnded(row.status)) return undefined
    return { row, rollout, artifact: readJson(rollout.artifact), options: readJson(rollout.options) }
  }
  type Turn = NonNullable<Awaited<ReturnType<typeof turnOf>>>

  async function recover({ row, rollout }: Turn, error: unknown, hangs: number, signal: AbortSignal): Promise<boolean> {
    if (error instanceof Failure && error.reason === 'device.not-found') {
      const isLeft = isUntouched(row.status)
      await moves.move(row, isLeft ? 'aborted' : 'failed', { hasFailed: flag(!isLeft), reason: reasons.deviceGone })
      return true
    }
    const isPast = row.deadlineAt !== null && clock.now() > Date.parse(row.deadlineAt)
    if (isAway(error)) {
      if (isUntouched(row.status)) {
        if (row.status !== 'waiting') await moves.move(row, 'waiting', { reason: reasons.offline })
        return false
      }
      const remaining = row.deadlineAt === null ? Infinity : Date.parse(row.deadlineAt) - clock.now()
      const hasDeadline = row.status === 'rebooting' || row.status === 'verifying'
      const isBack = await within(
        hasDeadline ? remaining : Infinity,
        (limited) => connected(row.deviceId, limited),
        signal,
      )
      if (!isBack) await moves.fail(row, rollout, row.status === 'rebooting' ? reasons.notBack : reasons.tooLong)
      return true
    }
    const isExpected = error instanceof StepFailed || error instanceof CommandFailed
    if (!isExpected && (hangs === 1 || hangs % logEvery === 0))
      log.error({ err: error, rolloutDevice: row.id }, 'a device of a rollout met an error')
    const isHang = !isExpected || (error instanceof CommandFailed && error.reason === 'timed-out')
    // Once an install runs on the device only its exit counts, so failed requests are repeated.
    if (isHang || !isUntouched(row.status)) {
      const isOver = isUntouched(row.status) ? hangs >= maxHangs : isPast || hangs >= maxQuestions
      const detail = error instanceof Error ? error.message : String(error)
      if (isOver) await moves.fail(row, rollout, reasons.step(`it does not answer as it should: ${detail}`))
      else await delay(retryInterval, undefined, { signal })
      return true
    }
    await moves.fail(row, rollout, reasons.step(error.message))
    return true
  }

  return async function drive(rolloutDeviceId: string, signal: AbortSignal): Promise<void> {
    let hangs = 0
    while (!signal.aborted) {
      const turn = await turnOf(rolloutDeviceId)
      if (turn === undefined) return
      let connection: DeviceConnection | undefined
      try {
        connection = await devices.connections.require(turn.row.deviceId)
        await stepOf[turn.row.status]?.({ ...turn, connection, signal })
        hangs = 0
      } catch (error) {
        if (signal.aborted) return
        hangs += 1
        const cause = connection !== undefined && (await isLost(connection)) ? lost : error
        if (!(await recover(turn, cause, hangs, signal))) return
      }
    }
  }
}

/** A request may fail slightly before its connection reports the end. */
const isLost = (connection: DeviceConnection): Promise<boolean> =>
  Promise.race([connection.closed.then(() => true), delay(200).then(() => !connection.isOpen())])

const lost = new CommandFailed('connection-lost', 'the connection was lost')

function isAway(error: unknown): boolean {
  if (error instanceof Failure) return error.reason === 'device.offline'
  return error instanceof CommandFailed && error.reason === 'connection-lost'
}

async function within(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  if (milliseconds <= 0) return false
  const over = new AbortController()
  const timer =
    milliseconds === Infinity ? undefined : setTimeout(() => over.abort(), Math.min(milliseconds, 2 ** 31 - 1))
  try {
    await work(AbortSignal.any([signal, over.signal]))
    return true
  } catch (error) {
    if (over.signal.aborted && !signal.aborted) return false
    throw error
  } finally {
    clearTimeout(timer)
  }
}
