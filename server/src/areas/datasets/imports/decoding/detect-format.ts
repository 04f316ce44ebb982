import { formatByMarks, markedPath, type MarkedFormat, marksLength } from '@vermilion/contract/formats/marks'
import { utf8Bytes } from '@vermilion/contract/formats/text/utf8-bytes'
import { type FormatKind, formatKinds } from '@vermilion/contract/formats/offers'
import type { Text } from '@vermilion/contract/kernel/text'

const maximumDocuments = 20

export interface Documents {
  readonly paths: readonly string[]
  read(path: string, damaged: (problem: Text) => void): AsyncIterable<Uint8Array>
}

/** The most probable format by file names and, if ambiguous, by marks in the content. */
export async function detectFormatOf(files: Documents): Promise<FormatKind | null> {
  const { formats } = await import('@vermilion/contract/formats/registry')
  const guesses = formatKinds.map((format) => ({ format, certainty: formats[format].detect(files.paths) }))
  const best = guesses.reduce((most, guess) => (guess.certainty > most.certainty ? guess : most))
  if (best.certainty === 0) return null
  const documents = markedPath(best.format)
  if (best.certainty === 1 || documents === null) return best.format
  return (await markedFormat(files, documents))?.id ?? best.format
}

export async function markedFormat({ paths, read }: Documents, names: RegExp): Promise<MarkedFormat | null> {
  const documents = paths.filter((path) => names.test(path)).toSorted()
  for (const path of documents.slice(0, maximumDocuments)) {
    const decoder = new TextDecoder()
    let text = ''
    const bytes = utf8Bytes(
      read(path, () => undefined),
      { isXml: /\.xml$/i.test(path), tell: () => undefined },
    )
    for await (const chunk of bytes) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= marksLength) break
    }
    const format = formatByMarks(path, text.slice(0, marksLength))
    if (format !== null) return format
  }
  return null
}
