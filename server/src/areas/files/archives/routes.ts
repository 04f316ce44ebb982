import type { archiveEndpoints } from '@vermilion/contract/files/archives'
import type { Handlers } from '#platform/http/handler'
import { attachment } from '#platform/http/range'
import type { Archives } from './archives.ts'

export function archiveRoutes(archives: Archives): Handlers<typeof archiveEndpoints> {
  return {
    createArchive: {
      transaction: 'own',
      handle: ({ params, body, account }) => archives.create(params.spaceId, body, account.id),
    },
    async downloadArchive({ params, account, reply, signal }) {
      const { name, content } = await archives.download(params.archiveId, account.id, signal)
      reply
        .header('content-disposition', attachment(name))
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(content)
    },
  }
}
