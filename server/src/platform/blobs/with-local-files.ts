import type { BlobStore, LocalFile } from './blob-store.ts'

type LocalFiles = ReadonlyMap<string, LocalFile | Error>

/** Lends several contents at once; see `withLocalFile`. */
export async function withLocalFiles<Result>(
  blobs: Pick<BlobStore, 'withLocalFile'>,
  checksums: readonly string[],
  work: (files: LocalFiles) => Promise<Result>,
): Promise<Result> {
  const files = new Map<string, LocalFile | Error>()
  const used = Promise.withResolvers<true>()
  const uses = checksums.map((checksum) => {
    const ready = Promise.withResolvers<void>()
    const lent = blobs.withLocalFile(checksum, (file) => {
      files.set(checksum, file)
      ready.resolve()
      return used.promise
    })
    const settled = lent
      .catch((error: unknown) => void files.set(checksum, error instanceof Error ? error : new Error(String(error))))
      .then(() => ready.resolve())
    return { ready: ready.promise, settled }
  })
  try {
    await Promise.all(uses.map(({ ready }) => ready))
    return await work(files)
  } finally {
    used.resolve(true)
    await Promise.all(uses.map(({ settled }) => settled))
  }
}
