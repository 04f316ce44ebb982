// The real server with tiny models to be brought in the place of those of the catalogue: for stories and measurements.
import { tinySegmenter } from '../areas/assist/testing/tiny-segmenter.ts'
import { readConfig } from '../config.ts'
import { createLog } from '#platform/log'
import { startServer } from '../server.ts'

const config = readConfig(process.env)
const server = await startServer({ config, log: createLog(config.logLevel), assistCatalogue: [tinySegmenter] })
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
console.log(`Vermilion is ready at ${server.address}/login`)
