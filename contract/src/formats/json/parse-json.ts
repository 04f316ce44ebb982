import type { Text } from '../../kernel/text.ts'

/** Matches strings, and Python's non-JSON numbers. */
const tokens = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g

/** Non-JSON numbers (`NaN`, `-Infinity`) become strings, so that the rest stays readable. Throws like `JSON.parse`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replace(tokens, (token) => (token.startsWith('"') ? token : `"${token}"`))) as unknown
  }
}

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
