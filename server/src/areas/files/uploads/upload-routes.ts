import { largestUpload } from '@vermilion/contract/files/uploads'
import type { uploadEndpoints } from '@vermilion/contract/files/uploads'
import type { Handlers } from '#platform/http/handler'
import type { Files } from '../service.ts'
import type { Unpackings } from '../unpacking/unpackings.ts'
import type { Room } from './disk-quota.ts'

interface Needs {
  readonly files: Files
  readonly room: Room
  readonly unpackings: Unpackings
}

export function uploadRoutes({ files, room, unpackings }: Needs): Handlers<typeof uploadEndpoints> {
  return {
    listUnpackings: ({ params }) => unpackings.list(params.spaceId),
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
