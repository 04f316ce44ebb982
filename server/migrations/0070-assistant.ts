import type { Migration } from '../src/platform/database/migrate.ts'

/** Conversations with the assistant, and the calls that it asked for. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('conversations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('conversationsOfAccount')
    .on('conversations')
    .columns(['accountId', 'updatedAt', 'id'])
    .execute()
  await schema
    .createTable('assistantMessages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('conversationId', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    /** JSON: texts and calls in their order. */
    .addColumn('parts', 'text', (column) => column.notNull())
    /** The texts of the parts, for the search. */
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('attachments', 'text', (column) => column.notNull())
    /** What the attachments came to when they were read; null until then. */
    .addColumn('attached', 'text')
    .addColumn('error', 'text')
    .addColumn('service', 'text')
    .addColumn('serviceId', 'text')
    /** JSON: the last request for the reply. */
    .addColumn('sent', 'text')
    /** Requests for the reply so far. */
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('assistantMessagesInOrder')
    .on('assistantMessages')
    .columns(['conversationId', 'number'])
    .unique()
    .execute()
  /** Those that changed something stay when their conversation is deleted: they say who approved what. */
  await schema
    .createTable('toolCalls')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('messageId', 'text', (column) => column.notNull())
    .addColumn('conversationId', 'text', (column) => column.notNull())
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('writes', 'bigint', (column) => column.notNull())
    .addColumn('arguments', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('created', 'text')
    .addColumn('decidedBy', 'text')
    .addColumn('decidedAt', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('toolCallsOfMessage').on('toolCalls').columns(['messageId', 'createdAt']).execute()
  /** Messages that somebody sent, as long as they count for the limit. */
  await schema
    .createTable('assistantUses')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('assistantUsesOfAccount').on('assistantUses').columns(['accountId', 'at']).execute()
}
