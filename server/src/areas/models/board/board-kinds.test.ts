import { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import type { Dataset } from '@vermilion/contract/datasets'
import { type Model, modelEndpoints } from '@vermilion/contract/models'
import type { Device } from '@vermilion/contract/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../devices/testing/add-device.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addModel } from '../testing/add-model.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { exporterRows } from '../testing/exporters/exporter-rows.ts'
import { cellDetector, half } from '../testing/oblong-models.ts'
import { boardProblem, skippedBoard, startBoard } from '../testing/inference-board.ts'
import type { Board } from '../testing/inference-board.ts'
import { colourClassifier, colourSegmenter } from '../testing/onnx.ts'
import { makeDataset, waitForEnd } from '../testing/sample.ts'

const { startBoardInference, getBoardInference, compareBoardInference, listComparedImages } = boardInferenceEndpoints
const images = 20

describe.skipIf(boardProblem)(`board inference of models of other kinds${skippedBoard}`, () => {
  let board: Board
  let server: TestServer
  let device: Device
  let dataset: Dataset
  let files: Awaited<ReturnType<typeof createModelFiles>>
  beforeAll(async () => {
    board = await startBoard()
    server = await startTestServer()
    device = await addDevice(server, board)
    dataset = await makeDataset(server, images)
    files = await createModelFiles(server, 'onnx')
  })
  afterAll(async () => {
    await server.stop()
    await board.stop()
  })

  async function brought(content: Uint8Array, labels?: string[]): Promise<Model> {
    const body = { fileId: await files.fileWith(content), name: 'brought', ...(labels && { labels }) }
    return server.call(modelEndpoints.addModel, { body })
  }

  const kinds: [string, () => Promise<Model>][] = [
    ['a classifier', () => addModel(server, 'classifier', colourClassifier())],
    ['a segmenter', () => addModel(server, 'segmenter', colourSegmenter())],
    ['a detector of an oblong input in float16', () => brought(cellDetector(half))],
    ...['YOLOv8 detect batch=2', 'RT-DETR v2, D-FINE and DEIM export_onnx.py'].map((exporter) => {
      const { file, labels } = exporterRows.find((row) => row.exporter === exporter)!
      return [exporter, () => brought(file, labels)] as [string, () => Promise<Model>]
    }),
  ]
  test.each(kinds)('R2.23 %s says the same of each image on the board', async (_, add) => {
    const { id: modelId } = await add()
    const task = await server.call(startBoardInference, {
      params: { modelId },
      body: {
        name: 'on-board',
        deviceId: device.id,
        source: { kind: 'space', spaceId: dataset.spaceId },
        sustainedSeconds: 0,
        confidence: 0.05,
      },
    })
    expect(await waitForEnd(server, task.id)).toMatchObject({ status: 'success' })
    const params = { taskId: task.id }
    const { cloudTaskId } = await server.call(getBoardInference, { params })
    await waitForEnd(server, cloudTaskId!)
    await server.platform.jobs.settled()
    const comparison = await server.call(compareBoardInference, { params })
    expect(comparison).toMatchObject({ images, different: 0 })
    const { items } = await server.call(listComparedImages, { params, query: {} })
    expect(items.every(({ predictions }) => predictions.length > 0)).toBe(true)
    expect(items.map(({ predictions }) => predictions)).toEqual(
      items.map(({ cloud }) => cloud.predictions.map((one) => ({ ...one, score: expect.closeTo(one.score, 3) }))),
    )
  })

  const start = (deviceId: string) =>
    server.call(startBoardInference, {
      params: { modelId: 'classifier' },
      body: {
        name: 'on-board',
        deviceId,
        source: { kind: 'dataset', datasetId: dataset.id },
        sustainedSeconds: 0,
        compare: false,
      },
    })

  test('a board with busybox alone is told clearly what is missing', async () => {
    const bare = await startBoard({ bare: true })
    const { id } = await addDevice(server, bare, { name: 'bare-board' })
    const task = await waitForEnd(server, (await start(id)).id)
    expect(task).toMatchObject({
      status: 'failed',
      statusReason: expect.stringContaining(
        'python3 is not installed on the device. Install it there: apk add python3',
      ),
    })
    await bare.stop()
  })

  test('a board whose Python has no runtime says how that is installed', async () => {
    const plain = await startBoard({ modules: false })
    const { id } = await addDevice(server, plain, { name: 'plain-board' })
    const task = await waitForEnd(server, (await start(id)).id)
    expect(task).toMatchObject({ status: 'failed', boardStatus: 'failed' })
    expect(task.failure?.lastLines.join('\n')).toMatch(/is not installed for .*Install it with: python3 -m pip install/)
    await plain.stop()
  })
})
