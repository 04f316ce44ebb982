import type { TestProject } from 'vitest/node'
import { startPostgres } from '#platform/database/testing/postgres-cluster'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** One cluster for all tests of the project, unless `VERMILION_TEST_POSTGRES` names a server. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env['VERMILION_TEST_POSTGRES']
  const cluster = named === undefined ? await startPostgres() : undefined
  project.provide('postgres', cluster?.address ?? named ?? '')
  return async () => cluster?.stop()
}
