import { byte, isSpace } from './bytes.ts'

export function createValueScanner() {
  let kind: 'container' | 'string' | 'scalar' = 'scalar'
  let depth = 0
  let inString = false
  let escaped = false
  let newlines = 0

  function findEndOfString(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const code = chunk[at]!
      if (escaped) escaped = false
      else if (code === byte.backslash) escaped = true
      else if (code === byte.quote) {
        inString = false
        return at + 1
      } else if (code === byte.newline) newlines += 1
    }
    return -1
  }

  /** A quote is invalid in a scalar, but its content is skipped with it. */
  function findEndOfScalar(chunk: Uint8Array, from: number): number {
    let at = from
    while (at < chunk.length) {
      if (inString) {
        at = findEndOfString(chunk, at)
        if (at < 0) return -1
        continue
      }
      const code = chunk[at]!
      if (code === byte.comma || code === byte.closeList || code === byte.close || isSpace(code)) return at
      if (code === byte.quote) inString = true
      at += 1
    }
    return -1
  }

  function findEndOfContainer(chunk: Uint8Array, from: number): number {
    let at = from
    while (at < chunk.length) {
      if (inString) {
        at = findEndOfString(chunk, at)
        if (at < 0) return -1
        continue
      }
      const code = chunk[at]!
      at += 1
      if (code === byte.quote) inString = true
      else if (code === byte.newline) newlines += 1
      else if (code === byte.open || code === byte.openList) depth += 1
      else if (code === byte.close || code === byte.closeList) {
        depth -= 1
        if (depth === 0) return at
      }
    }
    return -1
  }

  return {
    newlines: () => newlines,

    begin(first: number): void {
      kind = first === byte.open || first === byte.openList ? 'container' : first === byte.quote ? 'string' : 'scalar'
      depth = 0
      inString = false
      escaped = false
    },

    findEnd(chunk: Uint8Array, from: number): number {
      if (kind === 'container') return findEndOfContainer(chunk, from)
      if (kind === 'scalar') return findEndOfScalar(chunk, from)
      const start = inString ? from : from + 1
      inString = true
      return findEndOfString(chunk, start)
    },
  }
}
