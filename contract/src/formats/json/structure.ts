import { byte } from './bytes.ts'

export interface JsonPart {
  key: string
  index: number | null
  line: number
  bytes: Uint8Array
}

type Awaiting =
  | 'object'
  | 'first-key'
  | 'key'
  | 'colon'
  | 'value'
  | 'after-value'
  | 'first-element'
  | 'element'
  | 'after-element'
  | 'end'

type Next = Awaiting | 'text'
const afterValue: Record<number, Next> = { [byte.comma]: 'key', [byte.close]: 'end' }
const transitions: Record<Awaiting, Record<number, Next>> = {
  object: { [byte.open]: 'first-key' },
  'first-key': { [byte.quote]: 'text', [byte.close]: 'end' },
  key: { [byte.quote]: 'text' },
  colon: { [byte.colon]: 'value' },
  value: { [byte.openList]: 'first-element' },
  'after-value': afterValue,
  'first-element': { [byte.closeList]: 'after-value' },
  element: {},
  'after-element': { [byte.comma]: 'element', [byte.closeList]: 'after-value' },
  end: {},
}

export function createJsonStructure() {
  const decoder = new TextDecoder()
  const lists = new Set<string>()
  let awaiting: Awaiting = 'object'
  let key = ''
  let index = 0

  return {
    lists: lists as ReadonlySet<string>,
    hasBegun: () => awaiting !== 'object',
    hasEnded: () => awaiting === 'end',

    /** Consumes a byte between values; returns `value` when a value begins with it. */
    step(code: number): 'value' | 'structure' | 'unexpected' {
      const next = transitions[awaiting][code]
      if (next === undefined) return isValueAwaited(awaiting) && !isSeparator(code) ? 'value' : 'unexpected'
      if (next === 'text') return 'value'
      if (next === 'first-element') {
        index = 0
        lists.add(key)
      }
      awaiting = next
      return 'structure'
    },

    /** Consumes a complete value; returns null for a key. */
    consumeValue(bytes: Uint8Array, line: number): JsonPart | null {
      if (awaiting === 'key' || awaiting === 'first-key') {
        key = parseKey(decoder.decode(bytes))
        awaiting = 'colon'
        return null
      }
      if (awaiting === 'value') {
        awaiting = 'after-value'
        return { key, index: null, line, bytes }
      }
      awaiting = 'after-element'
      return { key, index: index++, line, bytes }
    },
  }
}

function isValueAwaited(awaiting: Awaiting): boolean {
  return awaiting === 'value' || awaiting === 'first-element' || awaiting === 'element'
}

function isSeparator(code: number): boolean {
  return code === byte.comma || code === byte.colon || code === byte.close || code === byte.closeList
}

function parseKey(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
