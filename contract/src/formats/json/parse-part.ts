import type { ProblemFinding } from '../problems/problems.ts'
import { describeJsonError, parseJson } from './parse-json.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

export function parsePart(bytes: Uint8Array): { value: unknown } | { problem: ProblemFinding } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { problem: { reason: 'not-utf8' } }
  }
  try {
    return { value: parseJson(text) }
  } catch (error) {
    return { problem: { reason: 'json-broken', values: { detail: describeJsonError(error) } } }
  }
}
