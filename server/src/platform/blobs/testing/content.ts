import { createHash } from 'node:crypto'
import type { BlobStore } from '../blob-store.ts'

export type OpenBlobs = () => Promise<{ blobs: BlobStore; folder: string }>

export const text = (value: string) => new TextEncoder().encode(value)
export const sha256 = (value: string) => createHash('sha256').update(value).digest('hex')

export async function* chunks(...parts: string[]) {
  for (const part of parts) yield text(part)
}
