import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import type { Dataset } from '@vermilion/contract/datasets'
import { deviceEndpoints } from '@vermilion/contract/devices'
import type { Device } from '@vermilion/contract/devices'
import { modelEndpoints } from '@vermilion/contract/models'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../devices/testing/add-device.ts'
import { connectNamespace, networkProblem } from '../../devices/testing/networks.ts'
import { boardProblem as mountProblem } from '../../devices/testing/board.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addModel } from '../testing/add-model.ts'
import { boardProblem, skippedBoard, startBoard } from '../testing/inference-board.ts'
import type { Board } from '../testing/inference-board.ts'
import { redDetector } from '../testing/onnx.ts'
import { makeDataset, waitForEnd } from '../testing/sample.ts'

const images = 12
const patience = { interval: 100 }

const [mounts, networks] = [mountProblem(), networkProblem()]
const skippedFor = (problem?: string) => (problem === undefined ? '' : `, skipped: ${problem}`)

describe.skipIf(boardProblem)(`board inference under poor conditions${skippedBoard}`, () => {
  let server: TestServer
  let dataset: Dataset
  beforeAll(async () => {
    server = await startTestServer({ readingTimes: { interval: 500, deadline: 4_000 } })
    dataset = await makeDataset(server, images)
    await addModel(server, 'red', redDetector())
  })
  afterAll(() => server.stop())

  const getTask = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
  const start = ({ id: deviceId }: Device, sustainedSeconds = 0, command?: string[]) =>
    server.call(boardInferenceEndpoints.startBoardInference, {
      params: { modelId: 'red' },
      body: {
        name: 'on-board',
        deviceId,
        source: { kind: 'dataset', datasetId: dataset.id },
        sustainedSeconds,
        ...(command !== undefined && { command }),
        compare: false,
      },
    })
  const expectClean = async ({ home, processes }: Board) => {
    expect(processes()).toEqual([])
    await expect.poll(() => readdir(join(home, '.vermilion', 'runs')), patience).toEqual([])
  }
  async function expectAll(taskId: string): Promise<void> {
    const { items } = await server.call(modelEndpoints.listInferenceResults, { params: { taskId }, query: {} })
    expect(items.map(({ path }) => path).toSorted()).toEqual([...new Set(items.map(({ path }) => path))].toSorted())
    expect(items).toHaveLength(images)
  }

  test.skipIf(mounts)(
    `R2.21 R5.02 a board whose disk is full says so, before the run and in the middle of it, and is left as it was${skippedFor(mounts)}`,
    async () => {
      const board = await startBoard({ homeSize: 8 })
      const device = await addDevice(server, board)
      const filler = join(board.home, 'filler')
      const fill = () => writeFile(filler, Buffer.alloc(16 * 1_048_576)).catch(() => undefined)
      await fill()
      const early = await waitForEnd(server, (await start(device)).id)
      expect(early).toMatchObject({ status: 'failed', boardStatus: 'failed' })
      expect(early.statusReason).toMatch(/could not be started: .*(MiB free, and \d+ MiB are needed|no space is left)/)
      await rm(filler)

      const late = await start(device, 10)
      await expect.poll(async () => (await getTask(late.id)).progress?.done, patience).toBe(images)
      await fill()
      expect(await waitForEnd(server, late.id)).toMatchObject({
        status: 'failed',
        restartCount: 0,
        failure: { cause: 'disk-full' },
      })
      await rm(filler)
      await expectClean(board)
      expect((await waitForEnd(server, (await start(device)).id)).status).toBe('success')
      await board.stop()
    },
  )

  test('R2.21 R5.02 of a command that logs far too much the log keeps the beginning and says so, and the command goes on', async () => {
    const board = await startBoard()
    const device = await addDevice(server, board)
    const script = 'echo first; head -c 40000000 /dev/zero | tr "\\0" "x"; exit 3'
    const task = await start(device, 0, ['sh', '-c', script])
    const outcome = await waitForEnd(server, task.id)
    expect(outcome).toMatchObject({ status: 'failed', failure: { cause: 'exit-code' } })
    expect(outcome.failure?.likelyCause).toContain('exit code 3')
    expect(outcome.failure?.lastLines.at(-1)).toMatch(/^The log has reached 16 MiB/)
    await expectClean(board)
    await board.stop()
  })

  test.skipIf(networks)(
    `R2.21 R3.02 over a slow link that goes down while the data is sent, the task waits, says so, and comes to its end${skippedFor(networks)}`,
    async () => {
      const machine = await connectNamespace({ delay: 20, loss: 0.01, kilobits: 4_000 })
      const board = await startBoard({ machine })
      const device = await addDevice(server, board)
      const task = await start(device)
      await expect.poll(async () => (await getTask(task.id)).statusReason, patience).toBe('Preparing the data')
      await expect.poll(() => readdir(join(board.home, '.vermilion', 'blobs')).catch(() => null), patience).toEqual([])
      machine.unplug()
      await expect
        .poll(async () => (await getTask(task.id)).statusReason, patience)
        .toContain('tried again: the device is offline')
      machine.plugIn()
      const connect = () => server.call(deviceEndpoints.connectDevice, { params: { deviceId: device.id } })
      await expect.poll(async () => (await connect()).status, patience).toBe('online')
      expect(await waitForEnd(server, task.id)).toMatchObject({ status: 'success', statusReason: '', restartCount: 0 })
      await expectAll(task.id)
      await expectClean(board)
      await board.stop()
      await machine.remove()
    },
  )
})
