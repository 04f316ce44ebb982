import { assistantEndpoints } from '@vermilion/contract/assistant'
import type { Accounts } from '#areas/accounts'
import { version } from '#areas/settings'
import { createInternalCalls } from '#platform/http/internal-calls'
import type { Http } from '#platform/http/http'
import type { Config } from '../../config.ts'
import { serveMcp } from './mcp/mcp-route.ts'
import { assistantRoutes } from './routes.ts'
import { createAssistant, type AssistantNeeds } from './service.ts'

interface AssistantAreaNeeds extends Omit<AssistantNeeds, 'internalCall' | 'watch' | 'messagesPerHour'> {
  readonly accounts: Accounts
  readonly config: Config
}

export type AssistantArea = ReturnType<typeof createAssistantArea>

export function createAssistantArea(needs: AssistantAreaNeeds) {
  const { accounts, config } = needs
  const calls = createInternalCalls(accounts, config.basePath)
  const { call: internalCall } = calls
  const assistant = createAssistant({
    ...needs,
    internalCall,
    watch: accounts.watch,
    messagesPerHour: config.assistantMessages,
  })
  return {
    authenticator: calls.authenticator,
    mount(http: Http): void {
      calls.bind(http.server)
      http.mount(assistantEndpoints, assistantRoutes(assistant))
      serveMcp(http.server, {
        authenticator: accounts,
        basePath: config.basePath,
        version,
        internalCall,
        knownSecrets: assistant.knownSecrets,
      })
    },
  }
}
