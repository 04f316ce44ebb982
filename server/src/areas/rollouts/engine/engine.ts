import { setTimeout as delay } from 'node:timers/promises'
import type { RolloutStatus } from '@vermilion/contract/rollouts'
import type { Text } from '@vermilion/contract/kernel/text'
import { readJson, writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { RolloutDeviceRow } from '../devices/store.ts'
import type { RolloutRow } from '../store.ts'
import { isTouched, isUntouched, rolloutStatus } from '../rules.ts'
import { createDeviceDrive } from './device-drive.ts'
import { createMoves, type EngineNeeds, unharmed } from './moves.ts'
import { advancePhases, failuresIn } from './phases.ts'
import { reasons } from './reasons.ts'

interface Run {
  readonly deviceId: string
  readonly rolloutId: string
  readonly abort: AbortController
  readonly end: Promise<void>
}

const active: readonly RolloutStatus[] = ['running', 'paused', 'rolling-back']
const pollIntervalMs = 15_000
const retryInterval = 5_000

export type RolloutEngine = ReturnType<typeof createRolloutEngine>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createRolloutEngine(needs: EngineNeeds & Pick<Platform, 'lifecycle'>) {
  const { database, clock, log, lifecycle, devices, rollouts, rolloutDevices, history, changed } = needs
  const moves = createMoves(needs)
  const waiters = new Map<string, Set<() => void>>()
  const drive = createDeviceDrive({ ...needs, moves, connected })
  const runs = new Map<string, Run>()
  const busy = new Set<string>()
  let isOver = false
  let isDirty = false
  let advancing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function connected(deviceId: string, signal: AbortSignal): Promise<void> {
    if (devices.connections.current(deviceId) !== null) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const set = waiters.get(deviceId) ?? new Set()
      waiters.set(deviceId, set)
      const settle = (act: () => void) => () => {
        set.delete(back)
        act()
      }
      const back = settle(resolve)
      set.add(back)
      signal.addEventListener(
        'abort',
        settle(() => reject(new Error('given up'))),
        { once: true },
      )
    })
  }

  function start(row: RolloutDeviceRow): void {
    if (isOver || runs.has(row.id) || busy.has(row.deviceId)) return
    busy.add(row.deviceId)
    const abort = new AbortController()
    const end = drive(row.id, abort.signal)
      .catch(async (error: unknown) => {
        if (isOver) return
        log.error({ err: error, rolloutDevice: row.id }, 'a device of a rollout was left')
        // For example a read-only database: avoid a busy loop.
        await delay(retryInterval, undefined, { signal: abort.signal, ref: false }).catch(() => undefined)
      })
      .then(() => {
        runs.delete(row.id)
        busy.delete(row.deviceId)
        wake()
      })
    runs.set(row.id, { deviceId: row.deviceId, rolloutId: row.rolloutId, abort, end })
  }

  async function setStatus(row: RolloutRow, to: RolloutStatus, set: Partial<RolloutRow> = {}): Promise<void> {
    rolloutStatus.check(row.status, to)
    await rollouts.update(row.id, { ...set, status: to, updatedAt: clock.time() })
    changed(row.id)
  }

  const pauseFor = (row: RolloutRow, reason: Text): Promise<void> =>
    database.transaction(async () => {
      await setStatus(row, 'paused', { reason: writeJson(reason) })
      await history.addRecord(row.id, 'paused', { account: null, detail: reason.en })
    })

  async function finish(row: RolloutRow, failures: number): Promise<void> {
    const to = row.status === 'rolling-back' ? 'rolled-back' : failures > 0 ? 'failed' : 'success'
    await setStatus(row, to, { endedAt: clock.time(), reason: null })
    await history.addRecord(row.id, 'ended', { account: null, detail: to })
  }

  async function putBack(rows: readonly RolloutDeviceRow[]): Promise<void> {
    for (const row of rows) {
      if (runs.has(row.id)) continue
      if (row.status === 'checking' || row.status === 'transferring') await moves.move(row, 'pending', { reason: null })
    }
  }

  async function giveUpAway(rollout: RolloutRow, rows: readonly RolloutDeviceRow[]): Promise<void> {
    const { offlineDeadlineSeconds } = readJson(rollout.options)
    if (offlineDeadlineSeconds === null) return
    for (const row of rows) {
      const isLate = clock.now() - Date.parse(row.updatedAt) > offlineDeadlineSeconds * 1_000
      if (row.status === 'waiting' && isLate) await moves.fail(row, rollout, reasons.offlineTooLong)
    }
  }

  function beginDevices(
    rollout: RolloutRow,
    rows: readonly RolloutDeviceRow[],
    mayBegin: (row: RolloutDeviceRow) => boolean,
  ) {
    let free = readJson(rollout.options).concurrency
    for (const { rolloutId } of runs.values()) if (rolloutId === rollout.id) free -= 1
    for (const row of rows) {
      if (free <= 0) return
      if (runs.has(row.id) || busy.has(row.deviceId) || !mayBegin(row)) continue
      start(row)
      free -= 1
    }
  }

  async function advanceRunning(rollout: RolloutRow, rows: readonly RolloutDeviceRow[]): Promise<void> {
    await giveUpAway(rollout, rows)
    const counts = await rolloutDevices.counts([rollout.id])
    const failures = failuresIn(counts)
    const { failureThreshold } = readJson(rollout.options)
    if (failures - rollout.acceptedFailures >= failureThreshold && rows.some(({ status }) => isUntouched(status))) {
      await pauseFor(rollout, reasons.failures(failures))
      stopUntouched(rollout.id)
      return
    }
    const previous = readJson(rollout.phases)
    const { phases, current, waitsUntil } = advancePhases(previous, counts, clock.now())
    if (writeJson(phases) !== writeJson(previous)) {
      await rollouts.update(rollout.id, { phases: writeJson(phases) })
      changed(rollout.id)
    }
    if (waitsUntil !== null) wakeAt(Date.parse(waitsUntil))
    const reached = waitsUntil === null ? current : current - 1
    beginDevices(
      rollout,
      rows,
      ({ status, phase, deviceId }) =>
        isUntouched(status) &&
        phase <= reached &&
        (status !== 'waiting' || devices.connections.current(deviceId) !== null),
    )
  }

  async function advance(rolloutId: string): Promise<void> {
    const rollout = await rollouts.byId(rolloutId)
    if (rollout === undefined) return
    if (rollout.status === 'rolling-back')
      for (const row of await rolloutDevices.with(rolloutId, ['success']))
        await moves.move(row, 'rolling-back', unharmed)
    const rows = await rolloutDevices.unended(rolloutId)
    if (rollout.status === 'rolling-back') beginDevices(rollout, rows, ({ status }) => isTouched(status))
    else for (const row of rows) if (isTouched(row.status)) start(row)
    if (rollout.status === 'paused') await putBack(rows)
    if (rollout.status === 'running') await advanceRunning(rollout, rows)
    if (active.includes(rollout.status) && (await rolloutDevices.unended(rolloutId)).length === 0) {
      const latest = await rollouts.byId(rolloutId)
      if (latest !== undefined && active.includes(latest.status))
        await database.transaction(async () => finish(latest, failuresIn(await rolloutDevices.counts([rolloutId]))))
    }
  }

  async function advanceAll(): Promise<void> {
    while (isDirty && !isOver) {
      isDirty = false
      const ids = new Set((await rollouts.withStatus(active)).map(({ id }) => id))
      for (const { rolloutId } of await rolloutDevices.rolloutsUnderWay()) ids.add(rolloutId)
      if (ids.size > 0) wakeAt(clock.now() + pollIntervalMs)
      for (const id of ids) await advance(id)
    }
  }

  function wake(): void {
    isDirty = true
    if (isOver) return
    advancing ??= advanceAll()
      .catch((error: unknown) => isOver || log.error({ err: error }, 'rollouts were not looked at'))
      .then(() => {
        advancing = undefined
        if (isDirty && !isOver) wake()
      })
  }

  let nextWake = Infinity
  function wakeAt(time: number): void {
    if (time >= nextWake || isOver) return
    nextWake = time
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        nextWake = Infinity
        wake()
      },
      Math.max(50, Math.min(time - clock.now(), 2 ** 31 - 1)),
    ).unref()
  }

  /** Stops devices on which nothing was changed yet. Resolves once stopped. */
  function stopUntouched(rolloutId: string, deviceId?: string): void {
    for (const [id, run] of runs) {
      if (run.rolloutId !== rolloutId || (deviceId !== undefined && run.deviceId !== deviceId)) continue
      rolloutDevices
        .byId(id)
        .then((row) => {
          if (row === undefined || isUntouched(row.status) || row.status === 'aborted') run.abort.abort()
        })
        .catch((error: unknown) => isOver || log.error({ err: error }, 'a device of a rollout was not let go of'))
    }
  }

  devices.connections.onConnected((deviceId) => {
    for (const back of waiters.get(deviceId) ?? []) back()
    wake()
  })
  lifecycle.onStart(() => wake())
  lifecycle.onStop(async () => {
    isOver = true
    clearTimeout(timer)
    for (const run of runs.values()) run.abort.abort()
    await Promise.all([...runs.values()].map(({ end }) => end))
    await advancing
  })

  return { wake: () => database.afterCommit(wake), stopUntouched, moves, setStatus }
}
