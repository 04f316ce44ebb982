import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { blobStoreConformance } from './conformance.ts'
import { createDiskBlobs } from './disk.ts'

describe('blobs on disk', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-blobs-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  blobStoreConformance(async () => ({ blobs: createDiskBlobs(await mkdtemp(join(folder, 'store-'))), folder }))
})
