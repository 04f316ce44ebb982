import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import type { BoardInferenceCreate } from '@vermilion/contract/board-inferences'
import { deviceEndpoints } from '@vermilion/contract/devices'
import type { Device } from '@vermilion/contract/devices'
import type { Dataset } from '@vermilion/contract/datasets'
import { modelEndpoints } from '@vermilion/contract/models'
import type { Model } from '@vermilion/contract/models'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../devices/testing/add-device.ts'
import { reasonOf } from '../../../testing/client.ts'
import { CallFailed, startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { boardProblem, skippedBoard, startBoard } from '../testing/inference-board.ts'
import type { Board } from '../testing/inference-board.ts'
import { makeDataset, train, waitForEnd } from '../testing/sample.ts'

const { startBoardInference, getBoardInference, compareBoardInference, listComparedImages, listBoardInferences } =
  boardInferenceEndpoints
const images = 50

describe.skipIf(boardProblem)(`board inference${skippedBoard}`, () => {
  let board: Board
  let server: TestServer
  let device: Device
  let dataset: Dataset
  let training: Task
  let model: Model
  beforeAll(async () => {
    board = await startBoard()
    server = await startTestServer()
    device = await addDevice(server, board, { name: 'desk-board' })
    dataset = await makeDataset(server, images)
    training = await waitForEnd(server, (await train(server, dataset.id, 10)).id)
    await server.platform.jobs.settled()
    model = (await server.call(modelEndpoints.listModels, { query: {} })).items[0]!
  })
  afterAll(async () => {
    await server.stop()
    await board.stop()
  })

  const start = (change: Partial<BoardInferenceCreate> = {}) =>
    server.call(startBoardInference, {
      params: { modelId: model.id },
      body: {
        name: 'on-board',
        deviceId: device.id,
        source: { kind: 'dataset', datasetId: dataset.id },
        confidence: 0.02,
        sustainedSeconds: 1,
        ...change,
      },
    })
  const getTask = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
  const end = async ({ id }: Task) => {
    const task = await waitForEnd(server, id)
    await server.platform.jobs.settled()
    return task
  }

  test('R5.02 what is missing or does not fit is told at its field', async () => {
    const fieldsOf = (change: object) =>
      start(change).then(
        () => ({}),
        (error: unknown) => (error instanceof CallFailed ? error.envelope.data : error),
      )
    for (const field of ['name', 'deviceId', 'source'] as const)
      expect(await fieldsOf({ [field]: undefined })).toMatchObject({ fields: { [field]: expect.any(String) } })
    expect(await fieldsOf({ outputPath: 'results' })).toMatchObject({ fields: { outputPath: expect.any(String) } })
    expect(await fieldsOf({ command: [] })).toMatchObject({ fields: { command: expect.any(String) } })
    expect(await reasonOf(start({ deviceId: 'none' }))).toBe('device.not-found')
    expect(await reasonOf(start({ runtime: 'rknn-lite' }))).toBe('board-inference.model-file-missing')
  })

  test('R1.04 R2.21 R2.23 R3.02 a model on a board finds what it finds in the cloud, and is measured', async () => {
    const started = await start()
    expect(started).toMatchObject({ kind: 'board-inference', deviceName: 'desk-board', status: 'queuing' })
    const task = await end(started)
    expect({ status: task.status, reason: task.statusReason }).toEqual({ status: 'success', reason: '' })
    const params = { taskId: task.id }
    const inference = await server.call(getBoardInference, { params })
    await waitForEnd(server, inference.cloudTaskId!)
    await server.platform.jobs.settled()

    const { measurement } = await server.call(getBoardInference, { params })
    expect(measurement).toMatchObject({ runtimeVersion: expect.stringContaining('CPUExecutionProvider') })
    const { latency, sustained, memory } = measurement!
    for (const part of [latency!.pre, latency!.model, latency!.post, latency!.total]) {
      expect(part.p50).toBeGreaterThan(0)
      expect(part.p50).toBeLessThanOrEqual(part.p95)
      expect(part.p95).toBeLessThanOrEqual(part.p99)
    }
    expect(sustained!.frames).toBeGreaterThan(0)
    expect(sustained!.framesPerSecond).toBeCloseTo(sustained!.frames / sustained!.seconds)
    expect(memory!.peakBytes).toBeGreaterThan(1_000_000)

    const comparison = await server.call(compareBoardInference, { params })
    expect(comparison).toMatchObject({ cloudTaskId: inference.cloudTaskId, images })
    for (const { figures } of [comparison, ...comparison.classes])
      for (const { board: there, cloud } of Object.values(figures))
        expect(Math.abs((there ?? 0) - (cloud ?? 0))).toBeLessThan(1e-3)
    expect(comparison.figures.mAP50?.board).toBeGreaterThan(0)
    expect(comparison.largestScoreDifference).toBeLessThan(1e-3)
    const compared = await server.call(listComparedImages, { params, query: { limit: 200 } })
    expect(compared.total).toBe(images)
    expect(new Set(compared.items.map(({ path }) => path)).size).toBe(images)
    expect(compared.items.some(({ predictions }) => predictions.length > 0)).toBe(true)
    const ofLabel = await server.call(listComparedImages, { params, query: { label: 0 } })
    expect(ofLabel.total).toBeLessThanOrEqual(images)

    expect(await getTask(training.id)).toMatchObject({ boardStatus: 'success', deviceName: 'desk-board' })
    const listed = await server.call(listBoardInferences, { query: { device: device.id } })
    expect(listed.items.map(({ taskId }) => taskId)).toEqual([task.id])
    const records = await server.call(deviceEndpoints.listDeviceRecords, { params: { deviceId: device.id }, query: {} })
    expect(records.items.map(({ action }) => action)).toContain('inference-run')
    expect(board.processes()).toEqual([])
    await expect.poll(() => readdir(join(board.home, '.vermilion', 'runs'))).toEqual([])
  })

  test('R2.23 a run on a board begins at the recommended threshold of the model, and a named one wins', async () => {
    const params = { modelId: model.id }
    const { confidence, source } = await server.call(servingEndpoints.recommendedThreshold, { params })
    expect(source).toBe('evaluation')
    const task = await start({ confidence: undefined, compare: false })
    expect((await getTask(task.id)).parameters).toMatchObject({ confidence: Math.max(0.01, confidence) })
    await server.call(taskEndpoints.stopTask, { params: { taskId: task.id } })
    await end(task)
    await server.call(taskEndpoints.deleteTask, { params: { taskId: task.id } })
  })

  test('what is on the board already is not sent again', async () => {
    const blobs = join(board.home, '.vermilion', 'blobs')
    const stored = async () =>
      Promise.all(
        (await readdir(blobs)).toSorted().map(async (name) => `${name} ${(await stat(join(blobs, name))).ino}`),
      )
    const previous = await stored()
    expect(previous.length).toBeGreaterThan(images)
    expect((await end(await start({ compare: false, sustainedSeconds: 0 }))).status).toBe('success')
    expect(await stored()).toEqual(previous)
  })

  test('a task that is run again is a board inference of its own', async () => {
    const query = { device: device.id, limit: 1 }
    const { items } = await server.call(listBoardInferences, { query })
    const again = await server.call(taskEndpoints.retryTask, { params: { taskId: items[0]!.taskId } })
    expect(await end(again)).toMatchObject({ status: 'success', retryOf: items[0]!.taskId })
    const latest = await server.call(listBoardInferences, { query })
    expect(latest.items[0]).toMatchObject({
      taskId: again.id,
      deviceName: 'desk-board',
      measurement: expect.anything(),
    })
  })

  test('R8.11 a task that is stopped leaves nothing running on the board', async () => {
    const task = await start({ compare: false, sustainedSeconds: 600 })
    await expect.poll(async () => (await getTask(task.id)).progress?.done).toBe(images)
    expect(board.processes()).not.toEqual([])
    await server.call(taskEndpoints.stopTask, { params: { taskId: task.id } })
    expect(await getTask(task.id)).toMatchObject({ status: 'stopped' })
    expect(board.processes()).toEqual([])
  })
})
