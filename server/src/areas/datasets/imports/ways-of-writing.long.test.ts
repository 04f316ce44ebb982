import { afterAll, beforeAll, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { createPairTrial, expectTold, pairs } from '../testing/written-pairs.ts'

let server: TestServer
let tried: ReturnType<typeof createPairTrial>

beforeAll(async () => {
  server = await startTestServer()
  tried = createPairTrial(server)
})
afterAll(() => server.stop())

test.each(pairs)('R2.24 $name, $what: what was written comes back, or it is told', async (pair) => {
  expectTold(pair, await tried(pair))
})
