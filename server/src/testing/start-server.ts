import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#platform/log'
import type { Log } from '#platform/log'
import type { Clock } from '#platform/clock'
import { readConfig } from '../config.ts'
import type { AppOptions } from '../app.ts'
import { startServer } from '../server.ts'
import type { RunningServer } from '../server.ts'
import { CallFailed, createClient, testPassword } from './client.ts'
import type { Client } from './client.ts'
import { placeMigratedDatabase } from './migrated-database.ts'
import { remoteStore, storeVariables } from './remote-store.ts'
import { databaseEnvironment, placeDatabase, removeDatabase } from './test-database.ts'

export { CallFailed, testPassword }

interface Options extends AppOptions {
  readonly clock?: Clock
  readonly log?: Log
  readonly environment?: Record<string, string>
  readonly data?: string
}

export interface TestServer extends RunningServer, Pick<Client, 'fetch' | 'call'> {
  readonly data: string
  readonly token: string
}

/** `stop` deletes the data folder. */
export async function startTestServer({
  clock,
  environment,
  data: input,
  log: ownLog,
  ...options
}: Options = {}): Promise<TestServer> {
  const data = input ?? (await mkdtemp(join(tmpdir(), 'vermilion-')))
  await (input === undefined ? placeMigratedDatabase(data) : placeDatabase(data))
  const config = readConfig({
    VERMILION_DATA: data,
    VERMILION_PORT: '0',
    VERMILION_ADMIN_PASSWORD: testPassword,
    VERMILION_LOG_LEVEL: 'silent',
    ...(await storeVariables(data)),
    ...databaseEnvironment(data),
    ...environment,
  })
  const log = ownLog ?? createLog(config.logLevel)
  const server = await startServer({ config, log, clock, openStore: await remoteStore(data), ...options })

  const client = createClient(() => server.address)
  const token = await client.signIn()

  return {
    ...server,
    ...client,
    data,
    token,
    async stop() {
      await server.stop()
      if (input !== undefined) return
      await removeDatabase(data)
      await rm(data, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
