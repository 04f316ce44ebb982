import { z } from 'zod'
import { TestFailed } from './test-failed.ts'
import type { Reply } from './request.ts'

const maximumListed = 300

const reported = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
])

export function describe({ text }: Reply): string {
  const xml = /<Message>([^<]*)<\/Message>/.exec(text)?.[1]
  const withoutTags = () => text.replaceAll(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/g, ' ')
  const message = reported.safeParse(readJsonText(text)).data ?? xml ?? withoutTags()
  const line = message.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return '--'
  return line.length > maximumListed ? `${line.slice(0, maximumListed)}…` : line
}

export function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A failed test shows this part of a reply. */
export const valuesOf = (reply: Reply) => ({ status: String(reply.status), said: describe(reply) })

/** The meaning of a failure status where keys are used. `hasKey` distinguishes a refused key from a missing one. */
export function statusFailure(reply: Reply, hasKey: boolean): TestFailed {
  const values = valuesOf(reply)
  if (reply.status === 401) return new TestFailed(hasKey ? 'key-refused' : 'key-needed', values)
  if (reply.status === 403) return new TestFailed(hasKey ? 'forbidden' : 'key-needed', values)
  if (reply.status === 402 || reply.status === 429) return new TestFailed('limited', values)
  return new TestFailed(reply.status >= 500 ? 'failed' : 'refused', values)
}

export function isSuccess({ status }: Pick<Reply, 'status'>): boolean {
  return status >= 200 && status < 300
}

export function bearer(secret: string | null | undefined): Record<string, string> {
  return secret === null || secret === undefined ? {} : { authorization: `Bearer ${secret}` }
}
