// A server process for `recovery.test.ts`: creates a dataset, starts a training, prints the task's id, and waits to be killed.
// Usage: serve.ts DATA EPOCHS
import { startTestServer } from '../../../testing/start-server.ts'
import { makeDataset, train } from './sample.ts'

const [data = '', epochs = ''] = process.argv.slice(2)
const server = await startTestServer({ data })
const dataset = await makeDataset(server, 12)
const task = await train(server, dataset.id, Number(epochs))
process.stdout.write(`${task.id}\n`)
