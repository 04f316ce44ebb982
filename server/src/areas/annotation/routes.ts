import type { annotationEndpoints } from '@vermilion/contract/annotation'
import type { Handlers } from '#platform/http/handler'
import type { PresenceService } from './presence/presence.ts'
import type { AnnotationService } from './service.ts'

interface Parts {
  readonly service: AnnotationService
  readonly presence: PresenceService
}

export function annotationRoutes({ service, presence }: Parts): Handlers<typeof annotationEndpoints> {
  return {
    getAnnotation: ({ params }) => service.read(params.itemId),
    saveAnnotation: ({ params, body, account }) => service.save(params.itemId, body, account.username),
    // Both keep their state in memory and wait for no writer.
    reportPresence: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, body, account }) => presence.report(params.itemId, body, account.username),
    },
    takeNextItem: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, body, account }) => presence.next(params.datasetId, body, account.username),
    },
  }
}
