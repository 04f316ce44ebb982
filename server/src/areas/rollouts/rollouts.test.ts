import { deviceEndpoints } from '@vermilion/contract/devices'
import type { Device } from '@vermilion/contract/devices'
import { installationEndpoints } from '@vermilion/contract/rollouts/installations'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { addDevice } from '../devices/testing/add-device.ts'
import { addArtifact } from './testing/artifacts.ts'
import { scriptArchive } from './testing/script-archive.ts'
import { boardProblem, startBoard } from '../devices/testing/board.ts'
import type { Board } from '../devices/testing/board.ts'
import { getRollout, listRolloutDevices, logOf, startRollout, untilDevice, untilRollout } from './testing/roll-out.ts'

const problem = boardProblem()
const healthy = (command: string, deadlineSeconds = 30) => ({
  healthCheck: { kind: 'command' as const, command, deadlineSeconds },
})

describe.skipIf(problem)(`rollouts${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let boards: Board[]
  let devices: Device[]
  beforeAll(async () => {
    server = await startTestServer()
    boards = await Promise.all([startBoard(), startBoard(), startBoard()])
    devices = await Promise.all(
      boards.map((board, index) =>
        addDevice(server, board, { name: `board ${index}`, group: 'line', tags: [`n${index}`] }),
      ),
    )
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all(boards.map((board) => board.stop()))
  })
  const device = (index: number) => devices[index] as Device
  const installs = async (index: number) => (await boards[index]?.read('board/installs'))?.trim().split('\n') ?? []
  const inUse = async (index: number, name: string) => (await boards[index]?.read(`board/${name}-in-use`))?.trim()
  const artifactOf = async (options: Parameters<typeof scriptArchive>[0]) =>
    addArtifact(server, await scriptArchive(options))
  const act = (name: 'pauseRollout' | 'resumeRollout' | 'abortRollout' | 'retryRollout', rolloutId: string) =>
    server.call(rolloutEndpoints[name], { params: { rolloutId } })

  test('R2.20 a rollout to a group installs on a canary, then on the rest, and says who did what', async () => {
    const artifact = await artifactOf({ version: '1.0' })
    const rollout = await startRollout(server, artifact, [], {
      devices: { group: 'line' },
      canary: 1,
      ...healthy('grep -q 1.0 "$HOME/app-in-use"'),
    })
    expect(rollout.phases.map((phase) => [phase.devices, phase.isCanary])).toEqual([
      [1, true],
      [2, false],
    ])
    const outcome = await untilRollout(server, rollout.id, 'success', 'failed', 'paused')
    expect(outcome).toMatchObject({ status: 'success', failures: 0, counts: { success: 3 } })
    expect(outcome.phases.map(({ succeeded }) => succeeded)).toEqual([1, 2])
    const [canary, ...others] = await listRolloutDevices(server, rollout.id)
    for (const other of others) expect((other.startedAt ?? '') >= (canary?.endedAt ?? '~')).toBe(true)
    for (const index of [0, 1, 2]) expect(await installs(index)).toEqual(['1.0'])

    const next = await artifactOf({ version: '1.1' })
    const body = { artifactId: next.id, devices: { deviceIds: [device(0).id], tags: ['n1'] } }
    const preview = await server.call(rolloutEndpoints.previewRollout, { body })
    expect(preview).toMatchObject({ name: next.name, version: '1.1' })
    expect(preview.devices.map((target) => [target.deviceName, target.version, target.isOnline])).toEqual([
      ['board 0', '1.0', true],
      ['board 1', '1.0', true],
    ])
    const other = await artifactOf({ name: 'other', version: '1.0' })
    const unknown = { artifactId: other.id, devices: { group: 'line' } }
    const versions = (await server.call(rolloutEndpoints.previewRollout, { body: unknown })).devices
    expect(versions.map(({ version }) => version)).toEqual([null, null, null])
    const nobody = { artifactId: other.id, devices: { group: 'none' } }
    await expect(server.call(rolloutEndpoints.previewRollout, { body: nobody })).rejects.toThrow()
    expect(canary).toMatchObject({ transferred: artifact.size, previousVersion: null })
    const params = { deviceId: device(0).id }
    expect(await server.call(rolloutEndpoints.deviceInstallations, { params })).toMatchObject([
      { kind: 'script', name: 'app', version: '1.0', previousVersion: null, rolloutId: rollout.id },
    ])
    const both = { devices: [device(0).id, device(1).id].join(',') }
    const installed = await server.call(installationEndpoints.listInstallations, { query: both })
    expect(installed.map(({ deviceName, version }) => `${deviceName} ${version}`).toSorted()).toEqual([
      'board 0 1.0',
      'board 1 1.0',
    ])
    const { items } = await server.call(deviceEndpoints.listDeviceRecords, {
      params,
      query: { action: 'update-installed' },
    })
    expect(items).toMatchObject([{ account: 'admin', detail: 'app 1.0' }])
    const records = await server.call(rolloutEndpoints.listRolloutRecords, { params: { rolloutId: rollout.id } })
    expect(records.map(({ action, account }) => [action, account])).toEqual([
      ['ended', null],
      ['started', 'admin'],
      ['created', 'admin'],
    ])
    const history = await server.call(rolloutEndpoints.deviceRollouts, { params, query: {} })
    expect(history.items).toMatchObject([{ rolloutName: 'app 1.0', artifactVersion: '1.0', status: 'success' }])
  })

  test('R2.20 the same version is not installed again, and one for other boards not at all', async () => {
    const again = await artifactOf({ name: 'twice', version: '1' })
    const first = await startRollout(server, again, [device(0)])
    await untilRollout(server, first.id, 'success')
    const previous = await installs(0)
    const second = await startRollout(server, again, [device(0)])
    expect(await untilRollout(server, second.id, 'success')).toMatchObject({ counts: { skipped: 1 } })
    expect(await installs(0)).toEqual(previous)
    const foreign = await artifactOf({ name: 'foreign', version: '1', compatible: 'board-y' })
    const third = await startRollout(server, foreign, [device(0)])
    await untilRollout(server, third.id, 'success')
    const [skipped] = await listRolloutDevices(server, third.id)
    expect(skipped).toMatchObject({ status: 'skipped', reason: { en: expect.stringContaining('board-y') } })
    expect(await installs(0)).toEqual(previous)
  })

  test('R2.20 a failing health check brings the device back to the version before', async () => {
    const good = await artifactOf({ name: 'healthy', version: '1' })
    await untilRollout(server, (await startRollout(server, good, [device(0)])).id, 'success')
    const bad = await artifactOf({ name: 'healthy', version: '2' })
    const rollout = await startRollout(server, bad, [device(0)], healthy('echo no camera >&2; exit 3', 1))
    await untilRollout(server, rollout.id, 'failed')
    const [row] = await listRolloutDevices(server, rollout.id)
    expect(row).toMatchObject({ status: 'rolled-back', hasFailed: true, previousVersion: '1' })
    expect(row?.reason?.en).toContain('exit code 3: no camera')
    expect(await inUse(0, 'healthy')).toBe('1')
    const params = { deviceId: device(0).id }
    const installed = await server.call(rolloutEndpoints.deviceInstallations, { params })
    expect(installed.find(({ name }) => name === 'healthy')).toMatchObject({ version: '1' })
    const { items } = await server.call(deviceEndpoints.listDeviceRecords, { params, query: {} })
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['update-failed', 'update-rolled-back']))
    expect(items.find(({ action }) => action === 'update-failed')).toMatchObject({
      detail: 'healthy 2',
      reason: row?.reason,
    })
  })

  test('R2.20 an install that fails pauses all at the threshold, says its last line, and can be tried again', async () => {
    const script = '#!/bin/sh\nif [ -e "$HOME/repaired" ]; then exit 0; fi\necho the flash is worn\nexit 7\n'
    const artifact = await artifactOf({
      name: 'failing',
      version: '1',
      scripts: { install: script, rollback: '#!/bin/sh\n' },
    })
    const rollout = await startRollout(server, artifact, devices, { canary: 0, concurrency: 1, failureThreshold: 2 })
    const paused = await untilRollout(server, rollout.id, 'paused', 'failed', 'success')
    expect(paused).toMatchObject({
      status: 'paused',
      failures: 2,
      counts: { pending: 1 },
      reason: { en: '2 devices failed' },
    })
    const failed = (await listRolloutDevices(server, rollout.id)).filter(({ hasFailed }) => hasFailed)
    expect(failed[0]?.reason?.en).toBe('the install ended with 7: the flash is worn')
    expect(await logOf(server, rollout.id, failed[0]?.deviceId ?? '')).toEqual(
      expect.arrayContaining(['checking', 'transferring', 'installing', 'the flash is worn', 'rolled-back']),
    )
    for (const board of boards) board.run('touch repaired')
    await act('retryRollout', rollout.id)
    expect(await untilRollout(server, rollout.id, 'success', 'failed')).toMatchObject({
      status: 'success',
      failures: 0,
      counts: { success: 3 },
    })
    await expect(act('pauseRollout', rollout.id)).rejects.toMatchObject({ envelope: { code: 409562 } })
  })

  test('R2.20 a rollout that is paused in a transfer goes on from there, and one that is aborted leaves the rest alone', async () => {
    const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
    const artifact = await artifactOf({ name: 'larger', version: '1', scripts: { noise } })
    const rollout = await startRollout(server, artifact, [device(0), device(1)], {
      canary: 0,
      concurrency: 1,
      throttle: 15_000,
    })
    await expect.poll(async () => (await listRolloutDevices(server, rollout.id))[0]?.transferred).toBeGreaterThan(0)
    await act('pauseRollout', rollout.id)
    const first = (await listRolloutDevices(server, rollout.id))[0]
    await untilDevice(server, rollout.id, first?.deviceId ?? '', 'pending')
    expect(await getRollout(server, rollout.id)).toMatchObject({ status: 'paused', counts: { pending: 2 } })
    await act('resumeRollout', rollout.id)
    await untilDevice(server, rollout.id, first?.deviceId ?? '', 'success')
    await act('abortRollout', rollout.id)
    expect(await getRollout(server, rollout.id)).toMatchObject({
      status: 'aborted',
      counts: { success: 1, aborted: 1 },
    })
    expect(await inUse(0, 'larger')).toBe('1')
    expect(await inUse(1, 'larger')).toBeUndefined()
  })

  test('R2.20 all that were updated go back together, and what a rollout needs cannot be deleted', async () => {
    for (const version of ['1', '2']) {
      const artifact = await artifactOf({ name: 'together', version })
      await untilRollout(server, (await startRollout(server, artifact, devices, { canary: 0 })).id, 'success')
    }
    const { items } = await server.call(rolloutEndpoints.listRollouts, { query: { search: 'together 2' } })
    const rolloutId = items[0]?.id ?? ''
    await server.call(rolloutEndpoints.rollBackRollout, { params: { rolloutId }, body: {} })
    expect(await untilRollout(server, rolloutId, 'rolled-back')).toMatchObject({
      counts: { 'rolled-back': 3 },
      failures: 0,
    })
    for (const index of [0, 1, 2]) expect(await inUse(index, 'together')).toBe('1')
    const draft = await artifactOf({ name: 'needed', version: '1' })
    const { id } = await startRollout(server, draft, devices, { start: false })
    const removing = server.fetch(`/artifacts/${draft.id}`, { method: 'DELETE', headers: { language: 'en-us' } })
    expect(await (await removing).json()).toMatchObject({ code: 409561 })
    await server.call(rolloutEndpoints.deleteRollout, { params: { rolloutId: id } })
    expect((await server.fetch(`/artifacts/${draft.id}`, { method: 'DELETE' })).status).toBe(200)
  })
})
