import type { settingsEndpoints } from '@vermilion/contract/settings'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { diskSpace } from '#platform/disk-space'
import { version } from './version.ts'

export async function about(
  dataFolder: string,
  startedAt: string,
): Promise<EndpointResponse<typeof settingsEndpoints.about>> {
  return {
    version,
    node: process.versions.node,
    sqlite: process.versions['sqlite'] ?? '',
    platform: `${process.platform} ${process.arch}`,
    startedAt,
    dataFolder,
    disk: await diskSpace(dataFolder),
  }
}
