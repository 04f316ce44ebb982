// A server process for `recovery.test.ts`: queues a task for each image, prints their ids, and waits to be killed. Usage:
// serve.ts DATA IMAGE[:SOURCE]...
import { startTestServer } from '../../../testing/start-server.ts'
import { orderOf, testPrograms } from './programs.ts'

const [data = '', ...images] = process.argv.slice(2)
const server = await startTestServer({ data, tasks: testPrograms })
const ids: string[] = []
for (const entry of images) {
  const [image = '', by = 'text'] = entry.split(':')
  const task = await server.app.tasks.start(orderOf(image, { prepare: { by, reference: 'floor images' } }), 'en-US')
  ids.push(task.id)
}
process.stdout.write(`${ids.join(' ')}\n`)
