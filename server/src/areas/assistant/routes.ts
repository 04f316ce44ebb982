import type { assistantEndpoints } from '@vermilion/contract/assistant'
import type { Call, Handlers } from '#platform/http/handler'
import type { InternalCaller } from '#platform/http/internal-calls'
import { exportMarkdown } from './conversations/export.ts'
import type { Assistant } from './service.ts'

const callerOf = ({ account, credential, language }: Pick<Call, 'account' | 'credential' | 'language'>) =>
  ({ identity: { account, credential }, language }) satisfies InternalCaller

export function assistantRoutes(assistant: Assistant): Handlers<typeof assistantEndpoints> {
  return {
    getAssistant: ({ account }) => assistant.state(account.id),
    listConversations: ({ account, query }) => assistant.list(account.id, query),
    startConversation: (call) => assistant.start(callerOf(call), call.body),
    getConversation: ({ account, params }) => assistant.get(account.id, params.conversationId),
    deleteConversation: {
      transaction: 'own',
      handle: ({ account, params }) => assistant.remove(account.id, params.conversationId),
    },
    async exportConversation({ account, params, language, reply }) {
      const conversation = await assistant.get(account.id, params.conversationId)
      reply.header('content-disposition', `attachment; filename="conversation-${conversation.id}.md"`)
      reply.send(exportMarkdown(conversation, language))
    },
    sendMessage: (call) => assistant.send(callerOf(call), call.params.conversationId, call.body),
    regenerateReply: (call) => assistant.regenerate(callerOf(call), call.params.conversationId, call.body.serviceId),
    stopReply: {
      transaction: 'own',
      handle: ({ account, params }) => assistant.stop(account.id, params.conversationId),
    },
    getMessage: ({ account, params }) => assistant.message(account.id, params.messageId),
    getSentRequest: ({ account, params }) => assistant.sent(account.id, params.messageId),
    getToolCall: ({ account, params }) => assistant.call(account.id, params.callId),
    approveToolCall: (call) => assistant.approve(callerOf(call), call.params.callId),
    refuseToolCall: (call) => assistant.refuse(callerOf(call), call.params.callId),
  }
}
