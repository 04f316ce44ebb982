import type { z } from 'zod'
import type { ProblemFinding } from '../problems/problems.ts'
import { describeJsonError, parseJson } from './parse-json.ts'

/** `list` names what a document that is no object lacks. */
export function readJsonText<T>(
  text: string,
  schema: z.ZodType<T>,
  list = 'object',
): { value: T; problem?: undefined } | { problem: ProblemFinding } {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    return { problem: { reason: 'json-broken', values: { detail: describeJsonError(error) } } }
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value: parsed.data }
  return { problem: { reason: 'list-missing', values: { list: parsed.error.issues[0]?.path.join('.') || list } } }
}
