import { byte, isByteOrderMark, isSpace } from './bytes.ts'
import { createJsonCutter, type JsonBreak } from './cutter.ts'
import type { JsonPart } from './structure.ts'

/** Under this name stand the elements of a document that is itself a list. */
export const listKey = ''

export interface JsonOutcome {
  /** Null for a whole document. */
  readonly broken: JsonBreak | null
  /** True for an array, false for an object. */
  readonly isList: boolean
  /** Names under which a list has begun. */
  readonly lists: ReadonlySet<string>
}

/**
 * The values of a JSON document of any size, one by one; what is held is one of them. Of an object those under its names
 * and in its lists, of a list its elements. At the end what the document
 * was, and what was wrong with it.
 */
export async function* readJsonParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonPart, JsonOutcome> {
  const cutter = createJsonCutter()
  const encoder = new TextEncoder()
  let isList: boolean | null = null
  for await (const chunk of chunks) {
    let from = 0
    if (isList === null) {
      while (from < chunk.length && (isSpace(chunk[from]!) || isByteOrderMark(chunk[from]!))) from += 1
      if (from === chunk.length) continue
      isList = chunk[from] === byte.openList
      // A list is read as the only one of an object.
      if (isList) cutter.push(encoder.encode(`{"${listKey}":`))
    }
    yield* cutter.push(from === 0 ? chunk : chunk.subarray(from))
  }
  if (isList === true) yield* cutter.push(encoder.encode('}'))
  return { broken: cutter.end(), isList: isList === true, lists: cutter.lists }
}
