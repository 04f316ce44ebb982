import type { scanEndpoints } from '@vermilion/contract/files/scans'
import type { Handlers } from '#platform/http/handler'
import type { Scans } from './scans.ts'

export function scanRoutes(scans: Scans): Handlers<typeof scanEndpoints> {
  return {
    scanSpace: ({ params, body, account }) => scans.start(params.spaceId, { ...body, owner: account.username }),
  }
}
