import type { annotationEndpoints } from '@vermilion/contract/annotation'
import type { Handlers } from '#platform/http/handler'
import type { AnnotationArea } from './area.ts'

export function annotationRoutes(annotation: AnnotationArea): Handlers<typeof annotationEndpoints> {
  return {
    getAnnotation: ({ params }) => annotation.read(params.itemId),
    saveAnnotation: ({ params, body, account }) => annotation.save(params.itemId, body, account.username),
    // Both keep their state in memory and wait for no writer.
    reportPresence: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, body, account }) => annotation.presence.report(params.itemId, body, account.username),
    },
    takeNextItem: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, body, account }) => annotation.presence.next(params.datasetId, body, account.username),
    },
  }
}
