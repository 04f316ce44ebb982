import type { Conversation } from '@vermilion/contract/assistant'
import type { Attachment } from '@vermilion/contract/assistant/attachments'
import type { Message, SentRequest, ToolCall } from '@vermilion/contract/assistant/messages'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import { sql, type SqlBool } from 'kysely'
import type { Flag, JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { contains } from '#platform/database/match'
import { newestFirst, readPage } from '#platform/database/page'

export interface ConversationRow extends Conversation {
  accountId: string
}

export type StoredPart = { kind: 'text'; text: string } | { kind: 'call'; callId: string }

export interface MessageRow extends Omit<Message, 'parts' | 'attachments' | 'error'> {
  parts: JsonText<StoredPart[]>
  /** The text of all parts, for searches. */
  words: string
  attachments: JsonText<Attachment[]>
  attached: string | null
  error: JsonText<Text> | null
  serviceId: string | null
  sent: JsonText<SentRequest> | null
  requests: number
}

export interface ToolCallRow extends Omit<ToolCall, 'title' | 'writes' | 'arguments' | 'request' | 'form' | 'created'> {
  conversationId: string
  accountId: string
  writes: Flag
  arguments: JsonText<ToolCall['arguments']>
  created: JsonText<NonNullable<ToolCall['created']>> | null
  createdAt: string
}

interface Tables {
  conversations: ConversationRow
  assistantMessages: MessageRow
  toolCalls: ToolCallRow
  assistantUses: { id: string; accountId: string; at: string }
}

export type AssistantStore = ReturnType<typeof createAssistantStore>

// oxlint-disable-next-line max-lines-per-function -- a list of statements
export function createAssistantStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const conversations = query.selectFrom('conversations').selectAll()
  const messages = query.selectFrom('assistantMessages').selectAll()
  const calls = query.selectFrom('toolCalls').selectAll().orderBy('createdAt')
  return {
    page(accountId: string, { search = '', ...page }: PageQuery & { search?: string | undefined }) {
      let rows = reader.selectFrom('conversations').selectAll().where('accountId', '=', accountId)
      if (search !== '') {
        rows = rows.where(
          sql<SqlBool>`(${contains('title', search)} or exists (
            select 1 from ${sql.table('assistantMessages')}
            where ${sql.ref('assistantMessages.conversationId')} = ${sql.ref('conversations.id')}
              and ${contains('assistantMessages.words', search)}))`,
        )
      }
      return readPage(rows, { ...page, sort: newestFirst('updatedAt') })
    },
    conversation: (id: string) => conversations.where('id', '=', id).executeTakeFirst(),
    async countConversations(accountId: string): Promise<number> {
      const rows = await reader
        .selectFrom('conversations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
      return rows.count
    },
    addConversation: (row: ConversationRow) => query.insertInto('conversations').values(row).execute(),
    updateConversation: (id: string, set: Partial<ConversationRow>) =>
      query.updateTable('conversations').set(set).where('id', '=', id).execute(),
    async removeConversation(id: string): Promise<void> {
      await query.deleteFrom('conversations').where('id', '=', id).execute()
      await query.deleteFrom('assistantMessages').where('conversationId', '=', id).execute()
      await query.deleteFrom('toolCalls').where('conversationId', '=', id).where('writes', '=', 0).execute()
    },

    messages: (conversationId: string) =>
      messages.where('conversationId', '=', conversationId).orderBy('number').execute(),
    message: (id: string) => messages.where('id', '=', id).executeTakeFirst(),
    addMessage: (row: MessageRow) => query.insertInto('assistantMessages').values(row).execute(),
    updateMessage: (id: string, set: Partial<MessageRow>) =>
      query.updateTable('assistantMessages').set(set).where('id', '=', id).execute(),
    async removeMessagesFrom(conversationId: string, number: number): Promise<void> {
      const removed = query
        .selectFrom('assistantMessages')
        .select('id')
        .where('conversationId', '=', conversationId)
        .where('number', '>=', number)
      await query.deleteFrom('toolCalls').where('messageId', 'in', removed).where('writes', '=', 0).execute()
      await query
        .deleteFrom('assistantMessages')
        .where('conversationId', '=', conversationId)
        .where('number', '>=', number)
        .execute()
    },

    callsOf: (conversationId: string) => calls.where('conversationId', '=', conversationId).execute(),
    callsOfMessage: (messageId: string) => calls.where('messageId', '=', messageId).execute(),
    call: (id: string) => calls.where('id', '=', id).executeTakeFirst(),
    addCall: (row: ToolCallRow) => query.insertInto('toolCalls').values(row).execute(),
    updateCall: (id: string, set: Partial<ToolCallRow>) =>
      query.updateTable('toolCalls').set(set).where('id', '=', id).execute(),
    async decideCall(id: string, set: Pick<ToolCallRow, 'status' | 'decidedBy' | 'decidedAt' | 'result'>) {
      const { numUpdatedRows } = await query
        .updateTable('toolCalls')
        .set(set)
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    unfinished: async () => ({
      messages: await messages.where('status', '=', 'writing').execute(),
      calls: await calls.where('status', '=', 'running').execute(),
    }),

    uses: (accountId: string, since: string) =>
      query
        .selectFrom('assistantUses')
        .select('at')
        .where('accountId', '=', accountId)
        .where('at', '>=', since)
        .orderBy('at')
        .execute(),
    addUse: (row: Tables['assistantUses']) => query.insertInto('assistantUses').values(row).execute(),
    removeUsesBefore: (time: string) => query.deleteFrom('assistantUses').where('at', '<', time).execute(),
  }
}
