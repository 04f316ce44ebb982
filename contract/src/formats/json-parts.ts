/** One value of a large JSON document: an element of one of its lists, or what else stands under one of its names. */
export interface JsonPart {
  /** The name in the outer object under which it stands. */
  key: string
  /** Place in the list, null for a value that is no list. */
  index: number | null
  /** Line on which it begins, from 1. */
  line: number
  /** Its JSON text, UTF-8. */
  bytes: Uint8Array
}

/** What makes the outer structure unreadable. `reason` is of the catalogue of problems. */
export interface JsonBreak {
  reason: 'json-broken' | 'json-cut-off' | 'file-too-large'
  line: number
  detail: string
}

/** No single value may be larger: 64 MiB, some millions of points. */
export const largestPart = 64 * 1024 * 1024

const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  open: 0x7b,
  close: 0x7d,
  newline: 0x0a,
} as const

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

/**
 * Cuts a JSON object of any size into the elements of its lists, chunk by chunk; what is held is one element. Only the
 * outer structure is checked: whoever takes a part parses its text.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createJsonCutter() {
  const decoder = new TextDecoder()
  let awaiting: Awaiting = 'object'
  let line = 1
  let key = ''
  let index = 0
  const lists = new Set<string>()
  let broken: JsonBreak | null = null

  // The value under way: pieces from earlier chunks, and how deep the scan stands in it.
  let reading = false
  let pieces: Uint8Array[] = []
  let heldBytes = 0
  let depth = 0
  let kind: 'container' | 'string' | 'scalar' = 'scalar'
  let inString = false
  let escaped = false
  let startLine = 1

  function stop(reason: JsonBreak['reason'], detail: string): void {
    broken ??= { reason, line, detail }
  }

  function begin(first: number): void {
    reading = true
    pieces = []
    heldBytes = 0
    depth = 0
    inString = false
    escaped = false
    startLine = line
    kind = first === byte.open || first === byte.openList ? 'container' : first === byte.quote ? 'string' : 'scalar'
  }

  /** The place after the value's last byte, or -1 where the chunk ends before. */
  function scan(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const code = chunk[at]!
      if (inString) {
        if (escaped) escaped = false
        else if (code === byte.backslash) escaped = true
        else if (code === byte.quote) {
          inString = false
          if (kind === 'string') return at + 1
        } else if (code === byte.newline) line += 1
        continue
      }
      if (code === byte.quote) inString = true
      else if (code === byte.newline) {
        if (kind === 'scalar') return at
        line += 1
      } else if (kind === 'scalar') {
        if (code === byte.comma || code === byte.closeList || code === byte.close || isSpace(code)) return at
      } else if (code === byte.open || code === byte.openList) depth += 1
      else if (code === byte.close || code === byte.closeList) {
        depth -= 1
        if (depth === 0) return at + 1
      }
    }
    return -1
  }

  function finish(last: Uint8Array): Uint8Array {
    reading = false
    if (pieces.length === 0) return last
    const joined = new Uint8Array(heldBytes + last.length)
    let at = 0
    for (const piece of [...pieces, last]) {
      joined.set(piece, at)
      at += piece.length
    }
    pieces = []
    return joined
  }

  function complete(bytes: Uint8Array, parts: JsonPart[]): void {
    if (awaiting === 'key' || awaiting === 'first-key') {
      key = keyOf(decoder.decode(bytes))
      awaiting = 'colon'
    } else if (awaiting === 'value') {
      parts.push({ key, index: null, line: startLine, bytes })
      awaiting = 'after-value'
    } else {
      parts.push({ key, index, line: startLine, bytes })
      index += 1
      awaiting = 'after-element'
    }
  }

  function keyOf(text: string): string {
    try {
      return String(JSON.parse(text))
    } catch {
      return text
    }
  }

  /** Takes one byte between values. True where a value begins with it. */
  function step(code: number): boolean {
    const next = transitions[awaiting][code]
    if (next === undefined) {
      const isValue = awaiting === 'value' || awaiting === 'first-element' || awaiting === 'element'
      if (isValue && code !== byte.comma && code !== byte.colon && code !== byte.close && code !== byte.closeList)
        return true
      stop('json-broken', `${describe(code)} is not expected here`)
      return false
    }
    if (next === 'text') return true
    if (next === 'first-element') {
      index = 0
      lists.add(key)
    }
    awaiting = next
    return false
  }

  return {
    /** Names under which a list has begun. */
    lists: lists as ReadonlySet<string>,
    /** The values that end in this chunk. They are views into it where they also began in it. */
    push(chunk: Uint8Array): JsonPart[] {
      const parts: JsonPart[] = []
      let at = 0
      while (at < chunk.length && broken === null) {
        if (!reading) {
          const code = chunk[at]!
          if (isSpace(code)) {
            if (code === byte.newline) line += 1
            at += 1
            continue
          }
          // A byte order mark.
          if (awaiting === 'object' && (code === 0xef || code === 0xbb || code === 0xbf)) at += 1
          else if (step(code)) begin(code)
          else at += 1
          continue
        }
        const end = scan(chunk, at)
        const piece = chunk.subarray(at, end < 0 ? chunk.length : end)
        if (heldBytes + piece.length > largestPart) stop('file-too-large', '64 MiB')
        else if (end < 0) {
          pieces.push(piece.slice())
          heldBytes += piece.length
        } else complete(finish(piece), parts)
        at = end < 0 ? chunk.length : end
      }
      return parts
    },
    /** After the last chunk: what was wrong, null for a whole document. */
    end(): JsonBreak | null {
      if (broken === null && awaiting !== 'end') stop('json-cut-off', '')
      return broken
    },
  }
}

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

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function describe(code: number): string {
  return code > 0x20 && code < 0x7f ? `"${String.fromCharCode(code)}"` : `byte 0x${code.toString(16).padStart(2, '0')}`
}
