export type Level = 'error' | 'warning' | 'info' | 'debug'

const words: readonly (readonly [Level, RegExp])[] = [
  [
    'error',
    /\b(?:FATAL|CRITICAL|ERROR|Error|[A-Z]\w*(?:Error|Exception)|Traceback)\b|\[(?:error|fatal|critical)\]|^(?:error|fatal|E\d{4})\b|\blevel=(?:error|fatal)\b/,
  ],
  [
    'warning',
    /\b(?:WARN|WARNING|Warning|[A-Z]\w*Warning)\b|\[warn(?:ing)?\]|^(?:warning|W\d{4})\b|\blevel=warn(?:ing)?\b/,
  ],
  ['debug', /\b(?:DEBUG|TRACE)\b|\[(?:debug|trace)\]|\blevel=(?:debug|trace)\b/],
  ['info', /\bINFO\b|\[info\]|^I\d{4}\b|\blevel=info\b/],
]
/** The level stands near a line's beginning. */
const checkedLength = 200

export function levelOf(text: string): Level | null {
  const head = text.slice(0, checkedLength)
  return words.find(([, pattern]) => pattern.test(head))?.[0] ?? null
}
