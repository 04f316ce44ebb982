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
