import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { Rollout, RolloutRecord, RolloutStatus } from '@vermilion/contract/rollouts'
import type { rolloutCreate } from '@vermilion/contract/rollouts/creation'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import { type DeviceArea, deviceDeleted } from '#areas/devices'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { Artifacts } from './artifacts/artifacts.ts'
import type { RolloutDeviceRow } from './devices/store.ts'
import type { RolloutStores } from './devices/stores.ts'
import type { RolloutEngine } from './engine/engine.ts'
import { unharmed } from './engine/moves.ts'
import { failuresIn } from './engine/phases.ts'
import { newDevices, selectDevices } from './devices/new-devices.ts'
import { type RolloutQuery, type RolloutRow, toRollout } from './store.ts'
import { isTouched, isUntouched, planPhases, rolloutStatus, untouched } from './rules.ts'

type Create = Omit<z.output<typeof rolloutCreate>, 'artifactId'>

interface ServiceNeeds extends RolloutStores, Pick<Platform, 'database' | 'clock' | 'events'> {
  devices: DeviceArea
  artifacts: Artifacts
  engine: RolloutEngine
  changed: (rolloutId: string) => void
}

export type RolloutService = ReturnType<typeof createRolloutService>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what they need
export function createRolloutService(needs: ServiceNeeds) {
  const { database, clock, events, devices, artifacts, engine, changed } = needs
  const { rollouts, rolloutDevices, history, installations } = needs

  async function find(id: string): Promise<RolloutRow> {
    const row = await rollouts.byId(id)
    if (row === undefined) throw fail('rollout.not-found')
    return row
  }

  async function get(id: string): Promise<Rollout> {
    return toRollout(await find(id), await rolloutDevices.counts([id]), clock.now())
  }

  async function create(artifact: Artifact, input: Create, creator: string): Promise<Rollout> {
    const { name, devices: selection, start, ...options } = input
    const selected = await selectDevices(devices.service, selection)
    const id = newId()
    const now = clock.time()
    const phases = planPhases(selected.length, options)
    await database.transaction(async () => {
      await artifacts.get(artifact.id)
      await rollouts.add({
        id,
        name,
        artifactId: artifact.id,
        artifact: writeJson(artifact),
        modelId: artifact.modelId,
        status: start ? 'running' : 'draft',
        reason: null,
        options: writeJson(options),
        phases: writeJson(phases.map((phase) => ({ ...phase, doneAt: null }))),
        acceptedFailures: 0,
        creator,
        actor: creator,
        createdAt: now,
        startedAt: start ? now : null,
        endedAt: null,
        updatedAt: now,
      })
      const rows = newDevices({ rolloutId: id, selected, phases, now })
      for (let from = 0; from < rows.length; from += 100) await rolloutDevices.addAll(rows.slice(from, from + 100))
      await history.addRecord(id, 'created', { account: creator, detail: `${artifact.name} ${artifact.version}` })
      if (start) await history.addRecord(id, 'started', { account: creator })
      changed(id)
      events.publish({ type: 'artifact-changed', artifactId: artifact.id })
    })
    engine.wake()
    return get(id)
  }

  interface Act {
    readonly to: RolloutStatus
    readonly action: RolloutRecord['action']
    readonly set?: (row: RolloutRow) => Promise<Partial<RolloutRow>> | Partial<RolloutRow>
    readonly work?: (row: RolloutRow) => Promise<string | void>
  }

  async function act(id: string, account: string, { to, action, set, work }: Act): Promise<Rollout> {
    await database.transaction(async () => {
      const row = await find(id)
      if (row.status !== to && !rolloutStatus.may(row.status, to)) throw wrongStatus(row)
      const detail = (await work?.(row)) ?? ''
      const columns = { actor: account, reason: null, ...(await set?.(row)) }
      if (row.status === to) await rollouts.update(id, columns)
      else await engine.setStatus(row, to, columns)
      await history.addRecord(id, action, { account, detail })
      changed(id)
    })
    engine.stopUntouched(id)
    engine.wake()
    return get(id)
  }

  const wrongStatus = ({ status }: RolloutRow) => fail('rollout.wrong-status', { status })
  const requireStatus = (row: RolloutRow, ...statuses: RolloutStatus[]) => {
    if (!statuses.includes(row.status)) throw wrongStatus(row)
  }

  async function abortUntouched(rolloutId: string): Promise<void> {
    for (const row of await rolloutDevices.with(rolloutId, untouched)) await engine.moves.move(row, 'aborted')
  }

  async function retryFailed({ id }: RolloutRow): Promise<string> {
    const failed = (await rolloutDevices.with(id, ['failed', 'rolled-back'])).filter(({ hasFailed }) => hasFailed === 1)
    for (const row of failed)
      await engine.moves.move(row, 'pending', { attempt: row.attempt + 1, transferred: 0, ...unharmed })
    return namesOf(failed)
  }

  async function rollBackDevices(id: string, deviceIds: readonly string[]): Promise<string> {
    const updated = (await rolloutDevices.with(id, ['success'])).filter(
      ({ deviceId }) => deviceIds.length === 0 || deviceIds.includes(deviceId),
    )
    const isUnderWay =
      deviceIds.length === 0 && (await rolloutDevices.unended(id)).some(({ status }) => isTouched(status))
    if (updated.length === 0 && !isUnderWay) throw fail('rollout.nothing-to-roll-back')
    for (const row of updated) await engine.moves.move(row, 'rolling-back', unharmed)
    return namesOf(updated)
  }

  events.listen(deviceDeleted, async ({ deviceId, name }) => {
    for (const row of await rolloutDevices.unendedOfDevice(deviceId)) {
      if (!isUntouched(row.status))
        throw fail('device.in-use', {
          name,
          reason: { en: 'a rollout is changing it right now', zh: '发布正在更新该设备' },
        })
      await engine.moves.move(row, 'aborted')
      database.afterCommit(() => engine.stopUntouched(row.rolloutId, deviceId))
    }
    await installations.forgetDevice(deviceId)
    engine.wake()
  })

  return {
    get,
    create,

    async page(query: RolloutQuery) {
      const page = await rollouts.page(query)
      const counts = page.items.length === 0 ? [] : await rolloutDevices.counts(page.items.map(({ id }) => id))
      const items = page.items.map((row) =>
        toRollout(
          row,
          counts.filter(({ rolloutId }) => rolloutId === row.id),
          clock.now(),
        ),
      )
      return { ...page, items }
    },

    start: (id: string, account: string) =>
      act(id, account, {
        to: 'running',
        action: 'started',
        work: async (row) => requireStatus(row, 'draft'),
        set: () => ({ startedAt: clock.time() }),
      }),

    pause: (id: string, account: string) =>
      act(id, account, { to: 'paused', action: 'paused', work: async (row) => requireStatus(row, 'running') }),

    resume: (id: string, account: string) =>
      act(id, account, {
        to: 'running',
        action: 'resumed',
        work: async (row) => requireStatus(row, 'paused'),
        set: async () => ({ acceptedFailures: failuresIn(await rolloutDevices.counts([id])) }),
      }),

    abort: (id: string, account: string) =>
      act(id, account, {
        to: 'aborted',
        action: 'aborted',
        async work(row) {
          requireStatus(row, 'running', 'paused')
          await abortUntouched(id)
        },
        set: () => ({ endedAt: clock.time() }),
      }),

    retry: (id: string, account: string) =>
      act(id, account, {
        to: 'running',
        action: 'retried',
        async work(row) {
          requireStatus(row, 'running', 'paused', 'failed', 'success', 'rolled-back')
          return retryFailed(row)
        },
        set: async () => ({ endedAt: null, acceptedFailures: failuresIn(await rolloutDevices.counts([id])) }),
      }),

    /** Rolls back all updated devices, or some. A full rollback first stops pending devices. */
    async rollBack(id: string, deviceIds: readonly string[], account: string): Promise<Rollout> {
      if (deviceIds.length === 0)
        return act(id, account, {
          to: 'rolling-back',
          action: 'rolled-back',
          async work() {
            const detail = await rollBackDevices(id, [])
            await abortUntouched(id)
            return detail
          },
          set: () => ({ endedAt: null }),
        })
      await database.transaction(async () => {
        requireStatus(await find(id), 'running', 'paused', 'success', 'failed', 'aborted', 'rolled-back')
        const detail = await rollBackDevices(id, deviceIds)
        await rollouts.update(id, { actor: account })
        await history.addRecord(id, 'rolled-back', { account, detail })
        changed(id)
      })
      engine.wake()
      return get(id)
    },

    async remove(id: string): Promise<void> {
      await database.transaction(async () => {
        const row = await find(id)
        requireStatus(row, 'draft', 'success', 'failed', 'aborted', 'rolled-back')
        const unended = (await rolloutDevices.unended(id)).filter(({ status }) => isTouched(status))
        if (unended.length > 0) throw wrongStatus(row)
        const all = await rolloutDevices.with(id, ['success', 'failed', 'rolled-back', 'skipped', 'aborted', 'pending'])
        await history.forgetRollout(
          id,
          all.map((device) => device.id),
        )
        await rolloutDevices.removeAll(id)
        await rollouts.remove(id)
        changed(id)
        events.publish({ type: 'artifact-changed', artifactId: row.artifactId })
      })
    },

    async nameOf(id: string) {
      const { name, artifact } = await find(id)
      const { name: artifactName, version: artifactVersion } = readJson(artifact)
      return { rolloutName: name, artifactName, artifactVersion }
    },
    require: find,
  }
}

const namesOf = (rows: readonly RolloutDeviceRow[]) =>
  rows
    .map(({ deviceName }) => deviceName)
    .join(', ')
    .slice(0, 1_000)
