import { parseLanguage } from '@vermilion/contract/kernel/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authenticate, type Authenticator } from '../authentication.ts'
import { docsPage } from './page.ts'
import { languageOf } from '../language.ts'
import type { ApiDescription } from '../openapi/description.ts'

/** Unknown values in the address are ignored. */
const docsQuery = z.object({
  lang: z.string().optional().catch(undefined),
  theme: z.enum(['light', 'dark']).optional().catch(undefined),
})

/** One file without scripts or outside resources. Signed-in users of the console read it by the media cookie. */
export function serveDocs(server: FastifyInstance, authenticator: Authenticator, description: ApiDescription): void {
  server.get(`${description.basePath}/api/docs`, async (request, reply) => {
    await authenticate(authenticator, request, true)
    const { lang, theme } = docsQuery.parse(request.query)
    const requests = {
      language: lang === undefined ? languageOf(request) : parseLanguage(lang),
      theme,
      origin: `${request.protocol}://${request.host}`,
    }
    return reply.type('text/html; charset=utf-8').send(docsPage(description, requests))
  })
}
