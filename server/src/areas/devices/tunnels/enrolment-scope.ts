import { enrolmentPath, enrolmentReport } from '@vermilion/contract/devices/enrolments'
import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import { describeIssue, issueText } from '@vermilion/contract/kernel/schema-issue'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerToken } from '#platform/http/authentication'
import type { EnrolmentResult, Enrolments } from './enrolments.ts'
import { addressOf, enrolmentScript } from './script.ts'

const bodyLimit = 16_384

/** Endpoints for devices that enroll: they accept only enrollment tokens, and respond with lines for shell scripts. */
export function mountEnrolment(server: FastifyInstance, enrolments: Enrolments, basePath: string): void {
  const url = `${basePath}${apiPath}${enrolmentPath}`
  void server.register(async (scope) => {
    scope.route({
      method: 'GET',
      url,
      async handler(request, reply) {
        const token = tokenOf(request)
        await enrolments.check(token)
        const { origin, host } = addressOf(request)
        return reply
          .type('text/x-shellscript; charset=utf-8')
          .send(await enrolmentScript({ url: `${origin}${url}`, token, host }))
      },
    })
    scope.route({
      method: 'POST',
      url,
      bodyLimit,
      async handler(request, reply) {
        const token = tokenOf(request)
        const { success, data, error } = enrolmentReport.safeParse(request.body)
        if (!success)
          throw fail('request.invalid', { detail: issueText(describeIssue(error, request.body, 'request')) })
        return reply.type('text/plain; charset=utf-8').send(linesOf(await enrolments.use(token, data)))
      },
    })
  })
}

function tokenOf(request: FastifyRequest): string {
  const token = bearerToken(request)
  if (token === undefined) throw fail('unauthenticated')
  return token
}

function linesOf({ username, host, port, endpointKey, authorizedKey }: EnrolmentResult): string {
  const lines = [
    `username ${username}`,
    ...(host === undefined ? [] : [`host ${host}`]),
    `port ${port}`,
    `endpoint-key ${endpointKey.split(' ').slice(0, 2).join(' ')}`,
    `authorized-key ${authorizedKey}`,
  ]
  return `${lines.join('\n')}\n`
}
