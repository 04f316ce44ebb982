import { uploadMetadata } from '@vermilion/contract/files'
import type { UploadMetadata } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import { describeIssue, issueText } from '@vermilion/contract/kernel/schema-issue'
import type { Upload } from '@tus/server'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import { filePath } from '../storing/file-writer.ts'
import type { DiskQuota } from './disk-quota.ts'

export type UploadCheck = ReturnType<typeof createUploadCheck>

export function createUploadCheck({ spaces, diskQuota }: { spaces: Pick<Spaces, 'get'>; diskQuota: DiskQuota }) {
  return async (input: Upload['metadata'], size = 0): Promise<UploadMetadata> => {
    const metadata = uploadMetadata.safeParse(input ?? {})
    if (!metadata.success) {
      throw fail('upload.invalid', { reason: issueText(describeIssue(metadata.error, input, 'metadata')) })
    }
    filePath(metadata.data.path)
    refuseInPlace(await spaces.get(metadata.data.spaceId))
    await diskQuota.check({ path: metadata.data.path, size })
    return metadata.data
  }
}
