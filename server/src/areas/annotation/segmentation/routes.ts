import type { segmentationEndpoints } from '@vermilion/contract/annotation/segmentation'
import type { Handlers } from '#platform/http/handler'
import type { Segmentation } from './segmentation.ts'

/** Both change nothing, and their answers are of the moment. */
export function segmentationRoutes(segmentation: Segmentation): Handlers<typeof segmentationEndpoints> {
  return {
    prepareSegmentation: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, signal }) => segmentation.prepare(params, signal),
    },
    segmentImage: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, body, signal }) => segmentation.segment(params, body, signal),
    },
  }
}
