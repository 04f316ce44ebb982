import { fail } from '@vermilion/contract/kernel/errors'
import { describeIssue, issueText } from '@vermilion/contract/kernel/schema-issue'
import { maxInput, terminalProtocol, terminalSocketPath, tokenProtocol } from '@vermilion/contract/terminals'
import type { terminalEndpoints } from '@vermilion/contract/terminals'
import { z } from 'zod'
import type { Handlers } from '#platform/http/handler'
import type { SocketOrder } from '#platform/http/socket'
import type { Terminals } from './terminals.ts'

export function terminalRoutes(terminals: Terminals): Handlers<typeof terminalEndpoints> {
  return {
    closeTerminal: {
      transaction: 'own',
      handle({ params, account }) {
        terminals.close(params.terminalId, account.username)
        return {}
      },
    },
  }
}

const requested = z.object({
  params: z.object({ terminalId: z.string() }),
  query: z.object({ from: z.coerce.number().int().min(0).default(0) }),
})

export function terminalSocket(terminals: Terminals): SocketOrder {
  return {
    path: terminalSocketPath,
    protocol: terminalProtocol,
    tokenProtocol,
    maxMessageBytes: maxInput,
    async handle(_caller, request) {
      const { success, data, error } = requested.safeParse(request)
      if (!success) throw fail('request.invalid', { detail: issueText(describeIssue(error, request, 'request')) })
      return terminals.view(data.params.terminalId, data.query.from)
    },
  }
}
