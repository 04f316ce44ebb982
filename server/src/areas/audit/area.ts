import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { auditRoutes } from './routes.ts'

/** Lists and exports the entries that the platform's audit records. */
export function createAuditLog({ database }: Pick<Platform, 'database'>) {
  return { mount: (http: Http): void => http.mount(endpointAreas.audit, auditRoutes(database)) }
}
