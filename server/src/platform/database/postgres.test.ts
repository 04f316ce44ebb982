import { afterAll, describe } from 'vitest'
import { databaseConformance } from './conformance.ts'
import type { Engine } from './engine.ts'
import { openPostgres } from './postgres.ts'
import {
  createTestDatabase,
  dropTestDatabase,
  skippedWithoutPostgres,
  testConnections,
  testPostgres,
} from './testing/postgres-databases.ts'

const engines: Engine[] = []
const databaseName = (index: number) => `vermilion_test_engine_${process.pid}_${index}`

async function open(): Promise<Engine> {
  const name = databaseName(engines.length)
  await createTestDatabase(name)
  const engine = await openPostgres(testConnections(name))
  engines.push(engine)
  return engine
}

afterAll(async () => {
  for (const [index, engine] of engines.entries()) {
    await engine.close()
    await dropTestDatabase(databaseName(index))
  }
})

describe.skipIf(testPostgres === undefined)(
  `PostgreSQL under Database${testPostgres ? '' : skippedWithoutPostgres}`,
  () => {
    databaseConformance(open)
  },
)
