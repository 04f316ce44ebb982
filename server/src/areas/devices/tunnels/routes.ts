import { type enrolmentEndpoints, enrolmentPath } from '@vermilion/contract/devices/enrolments'
import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import type { Handlers } from '#platform/http/handler'
import type { Enrolments } from './enrolments.ts'
import { addressOf } from './script.ts'

export function enrolmentRoutes(enrolments: Enrolments, basePath: string): Handlers<typeof enrolmentEndpoints> {
  return {
    tunnelEndpoint: () => enrolments.endpoint(),
    createEnrolment: {
      transaction: 'own',
      inMemory: true,
      async handle({ body, account, request }) {
        const { origin } = addressOf(request)
        const { enrolment, token } = await enrolments.create(body, account.username)
        const url = `${origin}${basePath}${apiPath}${enrolmentPath}`
        const header = `'Authorization: Bearer ${token}'`
        const commands = {
          curl: `curl -fsS -H ${header} '${url}' | sh`,
          wget: `wget -q -O - --header ${header} '${url}' | sh`,
        }
        return { enrolment, commands }
      },
    },
    getEnrolment: ({ params }) => enrolments.get(params.enrolmentId),
    async cancelEnrolment({ params }) {
      await enrolments.cancel(params.enrolmentId)
      return {}
    },
  }
}
