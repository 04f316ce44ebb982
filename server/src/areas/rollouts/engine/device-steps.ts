import { setTimeout as delay } from 'node:timers/promises'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { RolloutOptions } from '@vermilion/contract/rollouts/creation'
import { type DeviceConnection, diskFull } from '#areas/devices'
import type { RolloutDeviceRow } from '../devices/store.ts'
import type { RolloutRow } from '../store.ts'
import { updaters } from '../updaters/registry.ts'
import {
  beginStep,
  endStep,
  maxReportBytes,
  runProgram,
  setStepAside,
  StepFailed,
  stepReport,
} from '../updaters/supervised.ts'
import type { SupervisedStep } from '../updaters/supervised.ts'
import { artifactFile, freeRoom, tidyDevice, readDevice, reboot, transfer } from '../updaters/transfer.ts'
import type { DeviceScript, UpdateOrder, Updater } from '../updaters/updater.ts'
import { tryHealth } from './health.ts'
import type { EngineNeeds, Moves } from './moves.ts'
import { reasons } from './reasons.ts'

export interface DeviceTurn {
  readonly row: RolloutDeviceRow
  readonly rollout: RolloutRow
  readonly artifact: Artifact
  readonly options: RolloutOptions
  readonly connection: DeviceConnection
  readonly signal: AbortSignal
}

/** Seconds that one status request waits for the end of an install. */
const reportWait = 10
/** Bytes of free space to preserve on the device. */
const reserve = 2 * 1024 ** 2
const maxInterruptions = 3
const pollIntervalMs = 1_000
const saveInterval = 1_000
const maxVersionLength = 200

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what they need
export function createDeviceSteps(needs: EngineNeeds & { moves: Moves }) {
  const { clock, blobs, devices, artifacts, rolloutDevices, history, changed, moves } = needs

  const orderOf = ({ row, artifact, options }: DeviceTurn): UpdateOrder => ({
    id: `${row.id}-${row.attempt}`,
    artifact,
    options,
    previousVersion: row.previousVersion,
  })
  const updaterOf = ({ artifact }: DeviceTurn): Updater => updaters[artifact.kind]
  const isPast = (deadline: string | null) => deadline !== null && clock.now() > Date.parse(deadline)
  const inSeconds = (seconds: number) => new Date(clock.now() + seconds * 1_000).toISOString()

  async function inspect(turn: DeviceTurn) {
    const order = orderOf(turn)
    const output = await runProgram(turn.connection, updaterOf(turn).inspect(order))
    const { installed, refusal } = updaterOf(turn).inspection(order, output)
    return { installed: installed?.slice(0, maxVersionLength) ?? null, refusal }
  }

  async function check(turn: DeviceTurn): Promise<void> {
    const { row, rollout, artifact, connection } = turn
    const { installed, refusal } = await inspect(turn)
    if (refusal !== null) return void (await moves.move(row, 'skipped', { reason: refusal }))
    if (installed === artifact.version)
      return void (await moves.move(row, 'skipped', { reason: reasons.installed(installed) }))
    const needed = artifact.size - row.transferred + artifact.unpackedSize + reserve
    const free = await freeRoom(connection)
    if (free < needed) return void (await moves.fail(row, rollout, diskFull(needed, free)))
    await moves.move(row, 'transferring', { previousVersion: installed, reason: null })
  }

  async function bring({ row, options, connection, signal }: DeviceTurn, artifact: Artifact): Promise<string> {
    let savedAt = 0
    let saving: Promise<unknown> = Promise.resolve()
    const save = (transferred: number) => {
      saving = saving.then(() => rolloutDevices.update(row.id, { transferred }))
      return saving
    }
    const { home } = await readDevice(connection)
    let transferred = 0
    try {
      await transfer(connection, {
        checksum: artifact.checksum,
        size: artifact.size,
        open: (range) => blobs.open(artifact.checksum, range),
        throttle: options.throttle,
        signal,
        progressed(bytes) {
          transferred = bytes
          if (clock.now() - savedAt < saveInterval) return
          savedAt = clock.now()
          save(bytes).catch(() => undefined)
          changed(row.rolloutId)
        },
      })
    } finally {
      await saving.catch(() => undefined)
    }
    await save(transferred)
    return artifactFile(home, artifact.checksum)
  }

  /** Runs a program once on the device, and returns its exit; undefined when the outcome is already stored. */
  async function supervise(
    turn: DeviceTurn,
    step: SupervisedStep,
    { program, deadlineAt }: { program: DeviceScript; deadlineAt: string | null },
  ) {
    const { row, artifact, connection } = turn
    const orderId = orderOf(turn).id
    let position = 0
    let lastLine = ''
    for (;;) {
      // A stopping server leaves the install running for the next one.
      turn.signal.throwIfAborted()
      await beginStep(connection, { orderId, step, program })
      const report = await stepReport(connection, {
        orderId,
        step,
        waitSeconds: reportWait,
        position,
        signal: turn.signal,
      })
      const isMore = report.position - position >= maxReportBytes
      position = report.position
      const lines = report.output.split('\n').filter((line) => line.trim() !== '')
      lastLine = lines.at(-1) ?? lastLine
      await history.addLines(row.id, lines)
      if (lines.length > 0) changed(row.rolloutId)
      if (report.step.state === 'ended' && isMore) continue
      if (report.step.state === 'ended') return { code: report.step.code, lastLine }
      if (report.step.state === 'interrupted') {
        if (step === 'install' && !artifact.repeatable) return 'interrupted'
        const interruptions = await setStepAside(connection, orderId, step)
        await history.addLines(row.id, [`${step} was cut off, and is begun again (${interruptions})`])
        position = 0
        if (interruptions >= maxInterruptions) return 'interrupted'
      }
      if (report.step.state !== 'interrupted' && isPast(deadlineAt)) {
        await endStep(connection, orderId, step)
        return 'too-long'
      }
    }
  }

  async function install(turn: DeviceTurn): Promise<void> {
    const { row, rollout, artifact, options, connection } = turn
    const { home } = await readDevice(connection)
    const program = updaterOf(turn).install(orderOf(turn), artifactFile(home, artifact.checksum))
    const end = await supervise(turn, 'install', { program, deadlineAt: row.deadlineAt })
    if (end === 'interrupted') return void (await moves.fail(row, rollout, reasons.interrupted))
    if (end === 'too-long') return void (await moves.fail(row, rollout, reasons.tooLong))
    if (end.code !== 0) return void (await moves.fail(row, rollout, reasons.installFailed(end.code, end.lastLine)))
    if (updaterOf(turn).reboots(orderOf(turn)))
      return void (await moves.move(row, 'rebooting', { deadlineAt: inSeconds(options.rebootDeadlineSeconds) }))
    await moves.move(row, 'verifying', { deadlineAt: inSeconds(options.healthCheck?.deadlineSeconds ?? 60) })
  }

  async function hasRebooted({ row, connection, signal }: DeviceTurn): Promise<boolean> {
    const { bootId } = await readDevice(connection)
    if (row.bootId !== null && row.bootId !== bootId) return true
    if (row.bootId === null) await rolloutDevices.update(row.id, { bootId })
    await reboot(connection)
    // The connection should break soon; otherwise the request is repeated.
    for (let turn = 0; turn < 30; turn += 1) {
      await delay(pollIntervalMs, undefined, { signal })
      if (!connection.isOpen() || isPast(row.deadlineAt)) return false
    }
    return false
  }

  async function restart(turn: DeviceTurn): Promise<void> {
    const { row, rollout, options } = turn
    if (await hasRebooted(turn))
      await moves.move(row, 'verifying', { deadlineAt: inSeconds(options.healthCheck?.deadlineSeconds ?? 60) })
    else if (isPast(row.deadlineAt)) await moves.fail(row, rollout, reasons.notBack)
  }

  async function problemOf(turn: DeviceTurn, host: string): Promise<Text | undefined> {
    const { options, connection } = turn
    const own = updaterOf(turn).verify?.(orderOf(turn))
    if (own !== undefined) {
      const problem = await runProgram(connection, own).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof StepFailed) return error.message
          throw error
        },
      )
      if (problem !== undefined) return reasons.step(problem)
    }
    return options.healthCheck === null ? undefined : tryHealth(options.healthCheck, connection, host)
  }

  async function verify(turn: DeviceTurn): Promise<void> {
    const { row, rollout, artifact, connection, signal } = turn
    const { installed, refusal } = await inspect(turn)
    if (installed !== artifact.version && refusal !== null && !isPast(row.deadlineAt)) {
      // Health endpoints may start later than sshd.
      return delay(pollIntervalMs, undefined, { signal })
    }
    if (installed !== artifact.version)
      return void (await moves.fail(row, rollout, reasons.otherVersion(artifact.version, installed)))
    const { host } = await devices.service.get(row.deviceId)
    for (;;) {
      const problem = await problemOf(turn, host)
      if (problem === undefined) break
      if (isPast(row.deadlineAt)) return void (await moves.fail(row, rollout, reasons.unhealthy(problem)))
      await history.addLines(row.id, [`not healthy yet: ${problem.en}`])
      await delay(pollIntervalMs, undefined, { signal })
    }
    const good = updaterOf(turn).markGood(orderOf(turn))
    if (good !== null) await runProgram(connection, good)
    const previous = await previousArtifact(turn)
    const checksums = [artifact.checksum, ...(previous === undefined ? [] : [previous.checksum])]
    await tidyDevice(connection, { orderId: orderOf(turn).id, checksums })
    await moves.succeed(row, rollout)
  }

  const previousArtifact = async ({ row, artifact: { kind, name } }: DeviceTurn) =>
    row.previousVersion === null ? undefined : artifacts.byVersion({ kind, name, version: row.previousVersion })

  async function rollBack(turn: DeviceTurn): Promise<void> {
    const { row, rollout, options } = turn
    const previous = await previousArtifact(turn)
    const { installed } = await inspect(turn)
    if (row.bootId === null) {
      const file = updaterOf(turn).needsPrevious && previous !== undefined ? await bring(turn, previous) : null
      const program = updaterOf(turn).rollBack(orderOf(turn), { file, installed })
      const deadlineAt = inSeconds(options.installDeadlineSeconds)
      const end = await supervise(turn, 'roll-back', { program, deadlineAt })
      if (end === 'interrupted' || end === 'too-long')
        return void (await moves.fail(row, rollout, reasons[end === 'interrupted' ? 'interrupted' : 'tooLong']))
      if (end.code !== 0) return void (await moves.fail(row, rollout, reasons.rollBackFailed(end.code, end.lastLine)))
    }
    const now = await inspect(turn)
    if (now.installed === row.previousVersion) return void (await moves.wentBack(row, rollout, previous))
    if (!updaterOf(turn).reboots(orderOf(turn)) || isPast(row.deadlineAt))
      return void (await moves.fail(row, rollout, reasons.otherVersion(row.previousVersion ?? '--', now.installed)))
    if (row.deadlineAt === null)
      await rolloutDevices.update(row.id, { deadlineAt: inSeconds(options.rebootDeadlineSeconds) })
    if (await hasRebooted(turn))
      await moves.fail(row, rollout, reasons.otherVersion(row.previousVersion ?? '--', now.installed))
  }

  return {
    begin: (turn: DeviceTurn) => moves.move(turn.row, 'checking', { reason: null }),
    check,
    async transfer(turn: DeviceTurn): Promise<void> {
      const { row, artifact, options } = turn
      await bring(turn, artifact)
      // From here on any server continues the install.
      await moves.move(row, 'installing', { deadlineAt: inSeconds(options.installDeadlineSeconds) })
    },
    install,
    restart,
    verify,
    rollBack,
  }
}
