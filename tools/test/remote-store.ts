import type { Proofs } from './circles.ts'

/**
 * The project `store` runs tests of the server a second time, with all contents in a store over HTTP. Tests that start the server as
 * a program of its own are left out: that one keeps its contents on the disk. `npm run test:all` runs it twice more over a bucket, in
 * which such a program has its contents too.
 */
const firstCircle: readonly string[] = [
  'datasets/sources/in-place.test.ts',
  'files/archives/archives.test.ts',
  'files/content/contents.test.ts',
  'rollouts/artifacts/artifacts.test.ts',
]

const everyday: readonly string[] = [
  'annotation/**/*.test.ts',
  'auto-label/**/!(kill).test.ts',
  'data-evaluation/**/!(kill).test.ts',
  'datasets/**/!(*kill|fuzz|report).test.ts',
  'devices/files/!(cut-off).test.ts',
  'files/**/!(kill|unpacking).test.ts',
  'fine-tuning/**/!(kill).test.ts',
  'generation/**/!(*kill|lineage-check).test.ts',
  'models/**/!(recovery|board-recovery|load).test.ts',
  'monitoring/health/health.test.ts',
  'rollouts/**/!(kill|recovery|odd-devices).test.ts',
  'search/**/*.test.ts',
  'spaces/**/*.test.ts',
]

const inBucket: readonly string[] = [
  'datasets/exports/export-kill.test.ts',
  'datasets/imports/kill.test.ts',
  'files/operations/kill.test.ts',
  'files/unpacking/unpacking.test.ts',
  'files/uploads/kill.test.ts',
  'mlflow/**/*.test.ts',
  'models/registration/recovery.test.ts',
  'tasks/{creation,data,removal,results}/*.test.ts',
  'tasks/*.test.ts',
]

/** What the tests over a bucket are called, and their environment. */
export const bucketPasses: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  'tests over S3': { VERMILION_TEST_STORE: 's3' },
  'tests over S3 with 50 MB of copies': { VERMILION_TEST_STORE: 's3', VERMILION_TEST_CACHE_MB: '50' },
}

export const noBucket = 'VERMILION_TEST_S3 names no server as http://KEY:SECRET@127.0.0.1:PORT'

/** Patterns of the files, from the folder of the server; none of them is long. */
export function remoteStoreTests(proofs: Proofs): string[] {
  if (proofs === 'long') return []
  const more = process.env['VERMILION_TEST_STORE'] === 's3' ? inBucket : []
  return [...(proofs === 'first' ? firstCircle : everyday), ...more].map((path) => `src/areas/${path}`)
}
