import type { cardEndpoints } from '@vermilion/contract/models/card'
import type { Handlers } from '#platform/http/handler'
import { attachment } from '#platform/http/range'
import type { Models } from '../service.ts'

export function cardRoutes({ get, archive }: Models): Handlers<typeof cardEndpoints> {
  return {
    async modelArchive({ params, signal, reply }) {
      const model = await get(params.modelId)
      const content = await archive(model, signal)
      reply
        .type('application/zip')
        .header('content-disposition', attachment(`${model.name}-v${model.version}.zip`))
        .send(content)
    },
  }
}
