import type { segmentationEndpoints } from '@vermilion/contract/annotation/segmentation'
import type { Handlers } from '#platform/http/handler'
import type { Segmentation } from './segmentation.ts'

export function segmentationRoutes(segmentation: Segmentation): Handlers<typeof segmentationEndpoints> {
  return {
    prepareSegmentation: ({ params, signal }) => segmentation.prepare(params, signal),
    segmentImage: ({ params, body, signal }) => segmentation.segment(params, body, signal),
  }
}
