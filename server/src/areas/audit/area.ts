import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { auditRoutes } from './routes.ts'

/** What calls recorded by the platform's audit, for people to read. */
export function createAuditLog({ database }: Pick<Platform, 'database'>) {
  return { mount: (http: Http): void => http.mount(endpointAreas.audit, auditRoutes(database)) }
}
