import { maxUploadBytes } from '@vermilion/contract/files/uploads'
import type { uploadEndpoints } from '@vermilion/contract/files/uploads'
import type { Handlers } from '#platform/http/handler'
import type { FileService } from '../service.ts'
import type { Unpackings } from '../unpacking/unpackings.ts'
import type { DiskQuota } from './disk-quota.ts'

interface Needs {
  readonly files: FileService
  readonly diskQuota: DiskQuota
  readonly unpackings: Unpackings
}

export function uploadRoutes({ files, diskQuota, unpackings }: Needs): Handlers<typeof uploadEndpoints> {
  return {
    listUnpackings: ({ params }) => unpackings.list(params.spaceId),
    async checkUpload({ params, body }) {
      const paths = body.files.map(({ path }) => path)
      const [check, freeSpace] = await Promise.all([files.checkPaths(params.spaceId, paths), diskQuota.freeSpace()])
      return { ...check, freeSpace, largestFile: maxUploadBytes }
    },
  }
}
