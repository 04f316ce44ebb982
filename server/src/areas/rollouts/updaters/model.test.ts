import { deviceEndpoints } from '@vermilion/contract/devices'
import type { Device } from '@vermilion/contract/devices'
import type { InferenceModel } from '@vermilion/contract/models'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import type { RolloutCreate } from '@vermilion/contract/rollouts/creation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../../devices/testing/add-device.ts'
import { addModel } from '../../models/testing/add-model.ts'
import { colourClassifier, redDetector } from '../../models/testing/onnx.ts'
import { boardProblem, startBoard } from '../../devices/testing/board.ts'
import type { Board } from '../../devices/testing/board.ts'
import { listRolloutDevices, untilRollout } from '../testing/roll-out.ts'

const problem = boardProblem()

describe.skipIf(problem)(`models on devices${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let board: Board
  let device: Device
  let models: InferenceModel[]
  beforeAll(async () => {
    server = await startTestServer()
    board = await startBoard()
    device = await addDevice(server, board, { name: 'board' })
    const first = await addModel(server, 'colours', colourClassifier())
    const second = await addModel(server, 'reds', redDetector())
    models = [first, second]
    const query = server.platform.database.query<{ models: { id: string; name: string } }>()
    await query.updateTable('models').set({ name: 'gate model' }).execute()
  })
  afterAll(async () => {
    await server.stop()
    await board.stop()
  })

  async function deploy(model: InferenceModel | undefined, options: Partial<RolloutCreate> = {}) {
    const body = { name: 'deployment', devices: { deviceIds: [device.id] }, ...options }
    const rollout = await server.call(rolloutEndpoints.deployModel, { params: { modelId: model?.id ?? '' }, body })
    expect(rollout).toMatchObject({ artifactKind: 'model', artifactName: 'gate-model', modelId: model?.id })
    return untilRollout(server, rollout.id, 'success', 'failed')
  }
  const deployments = (model: InferenceModel | undefined) =>
    server.call(rolloutEndpoints.modelDeployments, { params: { modelId: model?.id ?? '' } })
  const onBoard = (command: string) => board.run(`cd vermilion/models/gate-model && ${command}`).trim()

  test('R2.20 a model is placed on a device, replaced by the next, and the one before comes back', async () => {
    const [first, second] = models
    const restartCommand = 'sha256sum <model.onnx >>"$HOME/restarts"'
    expect(await deploy(first, { restartCommand })).toMatchObject({ status: 'success' })
    expect(onBoard('sha256sum <current/model.onnx')).toContain(first?.checksum)
    expect(JSON.parse(onBoard('cat current/model.json'))).toMatchObject({
      labels: first?.labels,
      name: 'gate-model',
      confidence: 0.25,
    })
    expect(await deployments(first)).toMatchObject([{ deviceName: 'board', kind: 'model', previousVersion: null }])

    const rollout = await deploy(second, { restartCommand })
    expect(onBoard('sha256sum <current/model.onnx')).toContain(second?.checksum)
    expect((await board.read('board/restarts'))?.trim().split('\n')).toHaveLength(2)
    expect(await deployments(first)).toEqual([])
    expect(await deployments(second)).toMatchObject([{ deviceId: device.id }])
    const installed = await server.call(rolloutEndpoints.deviceInstallations, { params: { deviceId: device.id } })
    expect(installed).toMatchObject([{ name: 'gate-model', version: rollout.artifactVersion, modelId: second?.id }])

    const params = { rolloutId: rollout.id }
    await server.call(rolloutEndpoints.rollBackRollout, { params, body: {} })
    await untilRollout(server, rollout.id, 'rolled-back')
    expect(onBoard('sha256sum <current/model.onnx')).toContain(first?.checksum)
    expect(await deployments(first)).toMatchObject([{ deviceId: device.id }])
    const records = await server.call(deviceEndpoints.listDeviceRecords, {
      params: { deviceId: device.id },
      query: { action: 'model-deployed' },
    })
    expect(records.items).toMatchObject([{ account: 'admin' }, { account: 'admin' }])
  })

  test('R2.20 a model whose program does not start again goes back', async () => {
    const [first, second] = models
    const previous = onBoard('readlink current')
    const restartCommand = `grep -q ${first?.checksum} model.json || { echo no runtime; exit 4; }`
    expect(await deploy(second, { restartCommand })).toMatchObject({ status: 'failed' })
    expect(onBoard('readlink current')).toBe(previous)
    expect(await deployments(first)).toMatchObject([{ deviceId: device.id }])
    const { items } = await server.call(rolloutEndpoints.listRollouts, { query: { modelId: second?.id } })
    const [row] = await listRolloutDevices(server, items[0]?.id ?? '')
    expect(row).toMatchObject({ status: 'rolled-back', reason: { en: 'the install ended with 4: no runtime' } })
  })
})
