// A server process for `board-recovery.test.ts`: runs a model on a board, prints the task's id, and waits to be killed. Usage:
// serve-board.ts DATA MODEL DEVICE DATASET SECONDS
import { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import { startTestServer } from '../../../testing/start-server.ts'

const [data = '', modelId = '', deviceId = '', datasetId = '', seconds = ''] = process.argv.slice(2)
const server = await startTestServer({ data })
const task = await server.call(boardInferenceEndpoints.startBoardInference, {
  params: { modelId },
  body: {
    name: 'on-board',
    deviceId,
    source: { kind: 'dataset', datasetId },
    sustainedSeconds: Number(seconds),
    compare: false,
  },
})
process.stdout.write(`${task.id}\n`)
