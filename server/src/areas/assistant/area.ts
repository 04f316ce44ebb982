import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Accounts } from '#areas/accounts'
import { version } from '#areas/settings'
import { createInternalCalls } from '#platform/http/internal-calls'
import type { Http } from '#platform/http/http'
import type { Config } from '../../config.ts'
import { serveMcp } from './mcp/mcp-route.ts'
import { assistantRoutes } from './routes.ts'
import { createAssistantService, type AssistantNeeds } from './service.ts'

interface AssistantAreaNeeds extends Omit<AssistantNeeds, 'internalCall' | 'watch' | 'messagesPerHour'> {
  readonly accounts: Accounts
  readonly config: Pick<Config, 'basePath' | 'assistantMessages'>
}

export function createAssistant(needs: AssistantAreaNeeds) {
  const { database, clock, events, lifecycle, log, services, taskSecrets, accounts, config } = needs
  const { basePath, assistantMessages: messagesPerHour } = config
  const { authenticator, call: internalCall, bind } = createInternalCalls(accounts, basePath)
  const platform = { database, clock, events, lifecycle, log }
  const calls = { internalCall, watch: accounts.watch, messagesPerHour }
  const assistant = createAssistantService({ ...platform, ...calls, services, taskSecrets })
  return {
    authenticator,
    mount(http: Http): void {
      bind(http.server)
      http.mount(endpointAreas.assistant, assistantRoutes(assistant))
      const { knownSecrets } = assistant
      serveMcp(http.server, { authenticator: accounts, basePath, version, internalCall, knownSecrets })
    },
  }
}
