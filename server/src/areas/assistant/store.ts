import type { Attachment } from '@vermilion/contract/assistant/attachments'
import type { MessageStatus, SentRequest, ToolCall, ToolCallStatus } from '@vermilion/contract/assistant/messages'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import { sql, type SqlBool } from 'kysely'
import type { Flag, JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'

export interface ConversationRow {
  id: string
  accountId: string
  title: string
  status: MessageStatus
  createdAt: string
  updatedAt: string
}

export type StoredPart = { kind: 'text'; text: string } | { kind: 'call'; callId: string }

export interface MessageRow {
  id: string
  conversationId: string
  number: number
  role: 'user' | 'assistant'
  status: MessageStatus
  parts: JsonText<StoredPart[]>
  words: string
  attachments: JsonText<Attachment[]>
  attached: string | null
  error: JsonText<Text> | null
  service: string | null
  serviceId: string | null
  sent: JsonText<SentRequest> | null
  requests: number
  createdAt: string
}

export interface ToolCallRow {
  id: string
  messageId: string
  conversationId: string
  accountId: string
  tool: string
  writes: Flag
  arguments: JsonText<Record<string, unknown>>
  status: ToolCallStatus
  result: string
  created: JsonText<NonNullable<ToolCall['created']>> | null
  decidedBy: string | null
  decidedAt: string | null
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
      const sort = [
        { column: 'updatedAt', direction: 'desc' },
        { column: 'id', direction: 'desc' },
      ] as const
      return readPage(rows, { ...page, sort })
    },
    conversation: (id: string) => query.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst(),
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
      query
        .selectFrom('assistantMessages')
        .selectAll()
        .where('conversationId', '=', conversationId)
        .orderBy('number')
        .execute(),
    message: (id: string) => query.selectFrom('assistantMessages').selectAll().where('id', '=', id).executeTakeFirst(),
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

    callsOf: (conversationId: string) =>
      query
        .selectFrom('toolCalls')
        .selectAll()
        .where('conversationId', '=', conversationId)
        .orderBy('createdAt')
        .execute(),
    callsOfMessage: (messageId: string) =>
      query.selectFrom('toolCalls').selectAll().where('messageId', '=', messageId).orderBy('createdAt').execute(),
    call: (id: string) => query.selectFrom('toolCalls').selectAll().where('id', '=', id).executeTakeFirst(),
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

    async unfinished() {
      const messages = await query.selectFrom('assistantMessages').selectAll().where('status', '=', 'writing').execute()
      const calls = await query.selectFrom('toolCalls').selectAll().where('status', '=', 'running').execute()
      return { messages, calls }
    },

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
