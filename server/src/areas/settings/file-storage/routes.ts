import type { fileStorageEndpoints } from '@vermilion/contract/settings/file-storage'
import type { Handlers } from '#platform/http/handler'
import type { FileStorageService } from './file-storage.ts'
import { probeScript } from './probe-script.ts'

export function fileStorageRoutes(storage: FileStorageService): Handlers<typeof fileStorageEndpoints> {
  return {
    getFileStorage: () => storage.shown(),
    // Addresses must not be readable in the database.
    beginDirectTest: { transaction: 'own', inMemory: true, handle: () => storage.begin() },
    changeFileStorage: { transaction: 'own', handle: ({ body, account }) => storage.change(body, account.username) },
    directTestScript({ reply }) {
      const policy = `default-src 'none'; connect-src ${storage.probeSource() ?? "'none'"}`
      reply.header('content-security-policy', policy).header('cache-control', 'no-store').send(probeScript)
    },
  }
}
