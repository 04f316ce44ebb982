// A server whose training images write logs, for browser tests. Usage: serve-writers.ts IMAGE[:NAME]..., with the server's
// environment; starts each image.
import { createLog } from '#platform/log'
import { readConfig } from '../../../config.ts'
import { startServer } from '../../../server.ts'
import { orderOf, testPrograms } from './programs.ts'
import { writers } from './writers.ts'

const images = process.argv.slice(2)
const config = readConfig(process.env)
const log = createLog(config.logLevel)
const tasks = { ...testPrograms, images: writers, concurrency: images.length }
const server = await startServer({ config, log, tasks })
for (const image of images) await server.app.tasks.start(orderOf(image), 'en-US')
process.stdout.write(`ready at ${server.address}/login\n`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
