import type { Endpoint, Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import { describeIssues, issueText } from '@vermilion/contract/kernel/schema-issue'
import type { Text } from '@vermilion/contract/kernel/text'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

const parts = ['params', 'query', 'body'] as const

/** Paging parameters of other products: ignoring them would return the wrong page. */
const pageWords = /^(?:page|page_?(?:size|number)|per_?page|size|skip|offset|start|count|order|order_?by|sort_?by)$/i

function refusePageWords(schema: z.ZodType, query: unknown, fields: Record<string, Text>): void {
  if (!(schema instanceof z.ZodObject) || !('limit' in schema.shape)) return
  const { shape } = schema
  const [order, orderInChinese] = 'sort' in shape ? [', their order with sort', '，排序使用 sort'] : ['', '']
  for (const word of Object.keys(query ?? {}))
    if (pageWords.test(word) && !(word in shape))
      fields[word] = {
        en: `pages are asked for with limit and cursor${order}`,
        zh: `分页使用 limit 和 cursor${orderInChinese}`,
      }
}

/** Parses a request by the endpoint's schemas. Fails with `request.invalid`, listing every problem by its field's path. */
export function parseRequest<E extends Endpoint>(endpoint: E, request: FastifyRequest): Received<E> {
  const received: Record<string, unknown> = {}
  const fields: Record<string, Text> = {}
  for (const part of parts) {
    const schema = endpoint[part]
    if (schema === undefined) continue
    if (part === 'query') refusePageWords(schema, request.query, fields)
    const parsed = schema.safeParse(request[part] ?? {})
    if (parsed.success) received[part] = parsed.data
    else
      for (const { field, detail } of describeIssues(parsed.error, request[part] ?? {}, part)) fields[field] ??= detail
  }
  const [first] = Object.entries(fields)
  if (first !== undefined)
    throw fail('request.invalid', { detail: issueText({ field: first[0], detail: first[1] }), fields })
  return received as unknown as Received<E>
}
