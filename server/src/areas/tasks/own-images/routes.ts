import type { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import type { Handlers } from '#platform/http/handler'
import type { OwnImages } from './own-images.ts'

export function ownImageRoutes(images: OwnImages): Handlers<typeof imageEndpoints> {
  return {
    createTrainingImage: ({ body }) => images.create(body),
    updateTrainingImage: ({ params, body }) => images.update(params.imageId, body),
    async deleteTrainingImage({ params }) {
      await images.remove(params.imageId)
      return {}
    },
    checkTrainingImage: ({ params, body }) => images.check(params.imageId, body.pool),
  }
}
