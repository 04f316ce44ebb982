import type { Decoded, DecodeOptions, FileReader, FormatDecoder } from './codec.ts'
import { isImagePath } from './images/image-paths.ts'
import { utf8Bytes } from './text/utf8-bytes.ts'

/** The decoder gets UTF-8 and composed characters (NFC) whatever the files contain; other encodings are reported. */
export function readingTexts<Decoder extends FormatDecoder>(decoder: Decoder): Decoder {
  return { ...decoder, decode: (reader, options) => decodeTexts(decoder, reader, options) }
}

async function* decodeTexts(
  decoder: FormatDecoder,
  reader: FileReader,
  options: DecodeOptions | undefined,
): AsyncGenerator<Decoded> {
  const reported = new Set<string>()
  const notes: Decoded[] = []
  const files = new Map<string, string>()
  const fileOf = (path: string) => files.get(path) ?? path
  const own: FileReader = {
    ...reader,
    async *paths() {
      for await (const path of reader.paths()) {
        const composed = path.normalize('NFC')
        const name = files.has(composed) ? path : composed
        files.set(name, path)
        yield name
      }
    },
    size: (path) => reader.size(fileOf(path)),
    open(path) {
      const file = fileOf(path)
      if (isImagePath(path)) return reader.open(file)
      const tell = (encoding: string) => {
        if (reported.has(file)) return
        reported.add(file)
        notes.push({ type: 'problem', problem: { file, reason: 'encoding-read', values: { encoding } } })
      }
      return utf8Bytes(reader.open(file), { isXml: /\.xml$/i.test(path), tell })
    },
  }
  for await (const one of decoder.decode(own, options)) {
    yield* notes.splice(0)
    yield one.type === 'image' ? { ...one, file: one.file === null ? null : fileOf(one.file) } : one
  }
  yield* notes.splice(0)
}
