import { ChatFailed } from './complete-chat.ts'

/** Ways to demand JSON of a model, the strictest first; services support all, some or none. */
export const replyForms = ['schema', 'json', 'words'] as const
export type ReplyForm = (typeof replyForms)[number]

export function formatOf(form: ReplyForm, name: string, schema: object): object {
  if (form === 'words') return {}
  if (form === 'json') return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } }
}

/** Asks in the strictest form that the service accepts, falling back to the next. `strictest` remembers it by service. */
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
