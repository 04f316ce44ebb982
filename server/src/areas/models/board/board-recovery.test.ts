import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import type { Dataset } from '@vermilion/contract/datasets'
import type { Device } from '@vermilion/contract/devices'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { modelEndpoints } from '@vermilion/contract/models'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDevice } from '../../devices/testing/add-device.ts'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addModel } from '../testing/add-model.ts'
import { boardProblem, skippedBoard, startBoard } from '../testing/inference-board.ts'
import type { Board } from '../testing/inference-board.ts'
import { redDetector } from '../testing/onnx.ts'
import { makeDataset, waitForEnd } from '../testing/sample.ts'

const serve = fileURLToPath(new URL('../testing/serve-board.ts', import.meta.url))
const images = 12

describe.skipIf(boardProblem)(`a board that is lost, and a server that is${skippedBoard}`, () => {
  let data: string
  let board: Board
  let server: TestServer
  let device: Device
  let dataset: Dataset
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-board-data-'))
    board = await startBoard()
    server = await startTestServer({ data })
    dataset = await makeDataset(server, images)
    device = await addDevice(server, board)
    await addModel(server, 'red', redDetector())
  })
  afterEach(async () => {
    await server.stop()
    await board.stop()
    await rm(data, { recursive: true, force: true })
  })

  const getTask = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
  const start = (sustainedSeconds: number) =>
    server.call(boardInferenceEndpoints.startBoardInference, {
      params: { modelId: 'red' },
      body: {
        name: 'on-board',
        deviceId: device.id,
        source: { kind: 'dataset', datasetId: dataset.id },
        sustainedSeconds,
        compare: false,
      },
    })
  async function expectAll(taskId: string): Promise<void> {
    const { items } = await server.call(modelEndpoints.listInferenceResults, { params: { taskId }, query: {} })
    expect(new Set(items.map(({ path }) => path)).size).toBe(images)
    expect(items).toHaveLength(images)
    expect(board.processes()).toEqual([])
    await expect.poll(() => readdir(join(board.home, '.vermilion', 'runs'))).toEqual([])
  }

  test('kill -9 of the server: the run goes on there, and the next server has each image once', async () => {
    await server.stop()
    const argv = [serve, data, 'red', device.id, dataset.id, '8']
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const taskId = line.toString().trim()
    await expect.poll(() => board.processes().length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(board.processes().length).toBeGreaterThan(0)
    server = await startTestServer({ data })
    expect(await waitForEnd(server, taskId)).toMatchObject({ status: 'success', restartCount: 0 })
    await expectAll(taskId)
  })

  test('a board that is away: what runs there goes on and is told so, what waits for it waits', async () => {
    const task = await start(6)
    await expect.poll(async () => (await getTask(task.id)).progress?.done).toBe(images)
    await board.kill()
    const isAway = async () => (await getTask(task.id)).statusReason
    await expect.poll(isAway).toContain('The device is offline. What runs there goes on')
    const second = await start(0)
    await expect.poll(async () => (await getTask(second.id)).statusReason).toContain('Waiting for the device')
    expect(await getTask(second.id)).toMatchObject({ status: 'queuing', boardStatus: 'queuing' })
    const removing = server.call(deviceEndpoints.deleteDevice, { params: { deviceId: device.id } })
    expect(await reasonOf(removing)).toBe('device.in-use')
    await board.restart()
    expect(await waitForEnd(server, task.id)).toMatchObject({ status: 'success', statusReason: '' })
    expect(await waitForEnd(server, second.id)).toMatchObject({ status: 'success' })
    await expectAll(task.id)
    await expectAll(second.id)
  })

  test('a board whose power was cut has lost the run: it goes on from what is here, with no image twice', async () => {
    const task = await start(300)
    await expect.poll(async () => (await getTask(task.id)).progress?.done).toBe(images)
    const folder = join(board.home, '.vermilion', 'runs', task.id)
    const [pid = ''] = readFileSync(join(folder, 'attempts', 'run-0', 'supervisor'), 'utf8').split(' ')
    await board.kill()
    process.kill(-Number(pid), 'SIGKILL')
    await rm(join(folder, 'output'), { recursive: true })
    await board.restart()
    await expect.poll(async () => (await getTask(task.id)).restartCount).toBe(1)
    await expect.poll(() => existsSync(join(folder, 'output', 'predictions.jsonl'))).toBe(true)
    const log = async () => (await server.call(taskEndpoints.readLog, { params: { taskId: task.id }, query: {} })).text
    await expect.poll(log).toContain(`${images} images, ${images} of them done before`)
    await server.call(taskEndpoints.stopTask, { params: { taskId: task.id } })
    expect(await getTask(task.id)).toMatchObject({ status: 'stopped' })
    await expectAll(task.id)
  })
})
