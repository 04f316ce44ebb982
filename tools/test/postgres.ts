import { postgresProblem } from '../../server/src/platform/database/testing/postgres-cluster.ts'
import type { Proofs } from './circles.ts'

/**
 * The project `postgres` runs tests of the server once more, on PostgreSQL in a cluster of its own: a chosen part in the first circle,
 * and in `npm run test:all` each of them in a step of its own.
 */
const firstCircle: readonly string[] = [
  'migrations/**/*.test.ts',
  'src/platform/database/postgres/*.test.ts',
  'src/areas/datasets/datasets.test.ts',
  'src/areas/monitoring/storage/content-counters.test.ts',
]

/** Each of these is about one engine, or about none. */
export const leftOutOnPostgres: readonly string[] = [
  'src/platform/database/{sqlite,migrate,page}.test.ts',
  'src/platform/{blobs,processes,terminals}/**',
  'src/areas/executors/**',
  'src/{engines-compared,lead}.test.ts',
]

/** Tests that need a server of PostgreSQL, and are left to this project. */
export const onPostgresAlone: readonly string[] = ['**/platform/database/postgres/*.test.ts']

/** Patterns of the files, from the folder of the server; none of them is long. */
export function postgresTests(proofs: Proofs): string[] {
  if (proofs === 'long' || postgresProblem() !== undefined) return []
  return proofs === 'first' ? [...firstCircle] : ['**/*.test.ts']
}
