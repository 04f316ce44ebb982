import { workerData } from 'node:worker_threads'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import { createBucketFolder } from '#platform/blobs/s3/folder'
import { sendParts } from '#platform/processes/send-parts'
import type { ListOrder } from './list-bucket.ts'
import { callBucket } from './object-storage.ts'

const { settings, bucket, prefix, after } = workerData as ListOrder
const { signal } = new AbortController()
const pages = createBucketFolder(callBucket(settings, bucket), bucket, prefix).list({ after, signal })
sendParts(pages[Symbol.asyncIterator](), (error) =>
  error instanceof StoreUnreachable ? error.problem : error instanceof Error ? error.message : String(error),
)
