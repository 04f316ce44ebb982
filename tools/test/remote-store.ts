import type { Proofs } from './circles.ts'

/**
 * The project `store` runs tests of the server a second time, with all contents in a store over HTTP. Tests that start the server as
 * a program of its own are left out: that one keeps its contents on the disk.
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

/** Patterns of the files, from the folder of the server; none of them is long. */
export function remoteStoreTests(proofs: Proofs): string[] {
  if (proofs === 'long') return []
  return (proofs === 'first' ? firstCircle : everyday).map((path) => `src/areas/${path}`)
}
