import type { Text } from '../../kernel/text.ts'
import { byte, describe, isByteOrderMark, isSpace } from './bytes.ts'
import { createJsonStructure } from './structure.ts'
import type { JsonPart } from './structure.ts'
import { createValueScanner } from './value-scanner.ts'

export interface JsonBreak {
  reason: 'json-broken' | 'json-cut-off' | 'file-too-large'
  line: number
  detail: string | Text
}

/** Limit of a single value: 64 MiB, some millions of points. */
const maxPartBytes = 64 * 1024 * 1024

/** Holds one element at a time. Only the outer structure is validated; consumers parse the parts. */
export function createJsonCutter() {
  const structure = createJsonStructure()
  const scanner = createValueScanner()
  let newlines = 0
  let broken: JsonBreak | null = null
  let value: { line: number; pieces: Uint8Array[]; size: number } | null = null

  const currentLine = () => 1 + newlines + scanner.newlines()

  function stop(reason: JsonBreak['reason'], detail: string | Text): void {
    broken ??= { reason, line: currentLine(), detail }
  }

  /** Consumes a byte between values; returns 0 when a value begins with it. */
  function consumeByte(code: number): 0 | 1 {
    if (isSpace(code)) {
      if (code === byte.newline) newlines += 1
      return 1
    }
    if (isByteOrderMark(code) && !structure.hasBegun()) return 1
    const step = structure.step(code)
    if (step === 'unexpected')
      stop('json-broken', { en: `${describe(code)} is not expected here`, zh: `此处不应有 ${describe(code)}` })
    if (step !== 'value') return 1
    scanner.begin(code)
    value = { line: currentLine(), pieces: [], size: 0 }
    return 0
  }

  return {
    lists: structure.lists,
    /** Returns the values that end in this chunk. Values within one chunk are views into it. */
    push(chunk: Uint8Array): JsonPart[] {
      const parts: JsonPart[] = []
      let at = 0
      while (at < chunk.length && broken === null) {
        if (value === null) {
          at += consumeByte(chunk[at]!)
          continue
        }
        const end = scanner.findEnd(chunk, at)
        const piece = chunk.subarray(at, end < 0 ? chunk.length : end)
        if (value.size + piece.length > maxPartBytes) stop('file-too-large', '64 MiB')
        else if (end < 0) {
          value.pieces.push(piece.slice())
          value.size += piece.length
        } else {
          const part = structure.consumeValue(join(value.pieces, piece), value.line)
          if (part !== null) parts.push(part)
          value = null
        }
        at = end < 0 ? chunk.length : end
      }
      return parts
    },
    end(): JsonBreak | null {
      if (!structure.hasEnded()) stop('json-cut-off', '')
      return broken
    },
  }
}

function join(earlier: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  if (earlier.length === 0) return last
  const pieces = [...earlier, last]
  const joined = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}
