import { byte, isByteOrderMark, isSpace } from './bytes.ts'
import { createJsonCutter, type JsonBreak } from './cutter.ts'
import type { JsonPart } from './structure.ts'

export const listKey = ''

export interface JsonOutcome {
  readonly broken: JsonBreak | null
  readonly isList: boolean
  readonly lists: ReadonlySet<string>
}

/** Values and list elements of an object, or elements of a list. Returns a summary of the document and its error. */
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
      // A top-level list is read as the only list of an object.
      if (isList) cutter.push(encoder.encode(`{"${listKey}":`))
    }
    yield* cutter.push(from === 0 ? chunk : chunk.subarray(from))
  }
  if (isList === true) yield* cutter.push(encoder.encode('}'))
  return { broken: cutter.end(), isList: isList === true, lists: cutter.lists }
}
