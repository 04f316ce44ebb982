import type { Text } from '../../kernel/text.ts'

/** Strings, and the numbers that Python writes and JSON does not have. */
const tokens = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g

/**
 * The value of a JSON text. Numbers that JSON does not have (`NaN`, `-Infinity`) become texts: whoever needs a number there
 * finds none, and what stands beside it is read. Throws as `JSON.parse` does.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replace(tokens, (token) => (token.startsWith('"') ? token : `"${token}"`))) as unknown
  }
}

/** Translates the message of a `JSON.parse` error. */
export function describeJsonError(error: unknown): Text {
  const message = error instanceof Error ? error.message : ''
  if (/end of JSON input|Unterminated/.test(message)) return { en: 'it ends in the middle', zh: '内容不完整，中途结束' }
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (line !== undefined)
    return { en: `line ${line}, column ${column} is not as JSON is`, zh: `第 ${line} 行第 ${column} 列不符合 JSON` }
  const [, token] = /^Unexpected token '(.+?)',/s.exec(message) ?? []
  if (token !== undefined) return { en: `"${token}" is not expected`, zh: `不应有 "${token}"` }
  return { en: 'it cannot be read', zh: '无法读取' }
}
