import { fail } from '@vermilion/contract/kernel/errors'
import { maxUploadBytes } from '@vermilion/contract/files/uploads'
import { freeSpace } from '#platform/disk-space'

export function createDiskQuota(folder: string) {
  return {
    freeSpace: () => freeSpace(folder),
    async check({ path, size }: { path: string; size: number }): Promise<void> {
      if (size > maxUploadBytes) throw fail('upload.too-large', { path, limit: `${maxUploadBytes / 1024 ** 3} GiB` })
      if (size > (await freeSpace(folder))) throw fail('upload.no-space', { path })
    },
  }
}
export type DiskQuota = ReturnType<typeof createDiskQuota>
