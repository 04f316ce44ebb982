import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { workRoutes } from './routes.ts'

export function createWork({ work }: Pick<Platform, 'work'>) {
  return { mount: (http: Http): void => http.mount(endpointAreas.work, workRoutes(work)) }
}
