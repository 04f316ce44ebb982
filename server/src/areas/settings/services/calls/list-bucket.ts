import type { Text } from '@vermilion/contract/kernel/text'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { RemoteFile, RemoteFolder } from '#platform/blobs/remote-folder'
import { createBucketFolder } from '#platform/blobs/s3/folder'
import { threadParts } from '#platform/processes/thread-parts'
import { callBucket, type StorageSettings } from './object-storage.ts'

export interface ListOrder {
  readonly settings: StorageSettings
  readonly bucket: string
  readonly prefix: string
  readonly after: string | undefined
}

/** Objects of a page from which on the rest is listed in a thread: reading the XML of a million objects takes half a minute. */
const minThreadedPage = 500

/** A bucket of others that is read with the key of a storage. */
export function openBucketFolder(settings: StorageSettings, bucket: string, prefix: string): RemoteFolder {
  const folder = createBucketFolder(callBucket(settings, bucket), bucket, prefix)

  function listInThread(after: string, signal: AbortSignal): AsyncGenerator<readonly RemoteFile[]> {
    const workerData: ListOrder = { settings, bucket, prefix, after }
    const failureOf = (problem: unknown) =>
      typeof problem === 'string' ? new Error(problem) : new StoreUnreachable(problem as Text)
    return threadParts(new URL('./list-bucket.worker.ts', import.meta.url), { workerData, signal, failureOf })
  }

  return {
    ...folder,
    async *list({ after, signal }) {
      for await (const page of folder.list({ after, signal })) {
        yield page
        const last = page.at(-1)
        if (last !== undefined && page.length >= minThreadedPage) {
          yield* listInThread(last.path, signal)
          return
        }
      }
    },
  }
}
