import type { OpenBlobs } from './testing/content.ts'
import { testDeletes } from './testing/delete-tests.ts'
import { testLocalFiles } from './testing/local-file-tests.ts'
import { testPuts, testRefusedPuts } from './testing/put-tests.ts'
import { testReads } from './testing/read-tests.ts'

export function blobStoreConformance(open: OpenBlobs): void {
  testPuts(open)
  testRefusedPuts(open)
  testReads(open)
  testLocalFiles(open)
  testDeletes(open)
}
