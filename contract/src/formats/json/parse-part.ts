import type { ProblemFinding } from '../problems/problems.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

export function parsePart(bytes: Uint8Array): { value: unknown } | { problem: ProblemFinding } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { problem: { reason: 'not-utf8' } }
  }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: { reason: 'json-broken', values: { detail: (error as Error).message } } }
  }
}
