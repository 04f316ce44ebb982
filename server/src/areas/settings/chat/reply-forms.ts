import { ChatFailed } from './complete-chat.ts'

/** How a model is held to JSON, the strictest first: services know all, some or none of them. */
export const replyForms = ['schema', 'json', 'words'] as const
export type ReplyForm = (typeof replyForms)[number]

/** Of a request of the chat completions API: how the answer is to be written. */
export function formatOf(form: ReplyForm, name: string, schema: object): object {
  if (form === 'words') return {}
  if (form === 'json') return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } }
}

/**
 * Asks in the strictest form that a service takes; what it refuses is asked in the next one. `strictest` remembers by
 * `service`, as far as was seen.
 */
export async function askInForms<Result>(
  strictest: Map<string, ReplyForm>,
  service: string,
  askIn: (form: ReplyForm) => Promise<Result>,
): Promise<{ result: Result; form: ReplyForm }> {
  for (const form of replyForms.slice(replyForms.indexOf(strictest.get(service) ?? 'schema'))) {
    try {
      const result = await askIn(form)
      strictest.set(service, form)
      return { result, form }
    } catch (error) {
      const isRefused = error instanceof ChatFailed && (error.status === 400 || error.status === 422)
      if (!isRefused || form === 'words') throw error
    }
  }
  throw new Error('there is a form without demands')
}
