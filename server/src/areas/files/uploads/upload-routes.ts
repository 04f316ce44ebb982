import { largestUpload } from '@vermilion/contract/uploads'
import type { uploadEndpoints } from '@vermilion/contract/uploads'
import type { Handlers } from '#platform/http/handler'
import type { Files } from '../service.ts'
import type { Room } from './room.ts'

export function uploadRoutes({ files, room }: { files: Files; room: Room }): Handlers<typeof uploadEndpoints> {
  return {
    checkUpload: {
      transaction: 'own',
      async handle({ params, body }) {
        const paths = body.files.map(({ path }) => path)
        const [standing, freeSpace] = await Promise.all([files.standing(params.spaceId, paths), room.freeSpace()])
        return { ...standing, freeSpace, largestFile: largestUpload }
      },
    },
  }
}
