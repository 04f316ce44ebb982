import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longTests, proofs } from './tools/test/circles.ts'
import { leftOutOnPostgres, onPostgresAlone, postgresTests } from './tools/test/postgres.ts'
import { remoteStoreTests } from './tools/test/remote-store.ts'
import { secondCircleTests } from './tools/test/second-circle.ts'
import { LongFilesFirst } from './tools/test/sequencer.ts'

/** Tests start real servers, databases and processes; on a slow machine beside others, one takes minutes. */
const timeouts = { testTimeout: 240_000, hookTimeout: 240_000, teardownTimeout: 60_000 }

/** What is waited for comes when the machine has time for it; Vitest gives it a second. */
const expectations = { poll: { timeout: 120_000 } }

const leftOut = ['**/node_modules/**', longTests, ...(proofs() === 'first' ? secondCircleTests : [])]
const selection =
  proofs() === 'long'
    ? { include: [longTests], testTimeout: 1_200_000 }
    : { include: ['**/*.test.{ts,tsx}'], exclude: leftOut }

/** Tells a run that asks for it what each file took of the processors. */
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const setupFiles = [pathOf('tools/test/record-file.ts')]

/** Files share a process, one after another: what they import is then loaded once. */
function project(name: string, root: string, isolate = false) {
  return {
    test: { name, root, environment: 'node', isolate, expect: expectations, setupFiles, ...timeouts, ...selection },
  }
}

/** Tests of the server once more, with all contents in a store over HTTP, or in a bucket. */
const store = {
  test: {
    ...project('store', 'server').test,
    include: remoteStoreTests(proofs()),
    exclude: leftOut,
    env: { VERMILION_TEST_STORE: process.env['VERMILION_TEST_STORE'] ?? 'http' },
  },
}

const onPostgres = postgresTests(proofs())
const postgres = {
  test: {
    ...project('postgres', 'server').test,
    include: onPostgres,
    exclude: [...leftOut, ...leftOutOnPostgres],
    globalSetup: pathOf('server/src/platform/database/testing/provide-postgres.ts'),
    setupFiles: [pathOf('server/src/platform/database/testing/use-postgres.ts'), ...setupFiles],
  },
}

/** The project `server` leaves the tests of PostgreSQL to the project of that name, where there is one. */
const server = project('server', 'server')
if (onPostgres.length > 0) server.test.exclude = [...leftOut, ...onPostgresAlone]

export default defineConfig({
  test: {
    // Much of what a test does is waiting: for processes, for the disk, for time to pass. With six at once two processors are
    // idle for a twentieth of the time.
    maxWorkers: 6,
    sequence: { sequencer: LongFilesFirst },
    // In this order: those with long files first.
    projects: [
      project('kill', 'e2e/kill'),
      project('trainer', 'trainer'),
      server,
      store,
      postgres,
      project('tools', 'tools'),
      project('scenes', 'scenes'),
      project('canvas', 'canvas'),
      project('contract', 'contract'),
      // Some of its modules read the browser's globals when they are loaded, which each test stands in for.
      project('console', 'console', true),
    ],
  },
})
