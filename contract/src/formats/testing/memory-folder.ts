import type { Decoded, DecodeOptions, Encoded, FileReader, FormatCodec, ImageSize, LabeledSource } from '../codec.ts'
import type { LabeledClass, LabeledImage } from '../labeled-images.ts'
import { type FormatProblem, sayProblem } from '../problems/problems.ts'

export function memoryFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  chunk = 7,
  imageSize?: FileReader['imageSize'],
): FileReader {
  const bytesOf = (path: string) => {
    const content = files[path]
    if (content === undefined) throw new Error(`${path} was opened, but is not listed`)
    return typeof content === 'string' ? new TextEncoder().encode(content) : content
  }
  return {
    paths: () => Object.keys(files),
    size: (path) => bytesOf(path).length,
    async *open(path) {
      const bytes = bytesOf(path)
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.slice(at, at + chunk)
    },
    ...(imageSize === undefined ? {} : { imageSize }),
  }
}

export function memorySource(labels: readonly LabeledClass[], images: readonly LabeledImage[]): LabeledSource {
  return {
    labels,
    splits: [...new Set(images.map(({ split }) => split ?? null))],
    async *images(split) {
      yield* images.filter((image) => (image.split ?? null) === split)
    },
  }
}

export async function written(parts: AsyncIterable<Encoded>) {
  const files: Record<string, Uint8Array> = {}
  const problems: FormatProblem[] = []
  for await (const part of parts) {
    if (part.type === 'problem') {
      problems.push(part.problem)
      continue
    }
    if (files[part.path] !== undefined) throw new Error(`${part.path} is written twice`)
    const chunks: Uint8Array[] = []
    if (part.type === 'image') chunks.push(new TextEncoder().encode(part.of))
    else for await (const chunk of part.content) chunks.push(chunk)
    const joined = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const bytes of chunks) {
      joined.set(bytes, at)
      at += bytes.length
    }
    files[part.path] = joined
  }
  return { files, problems }
}

/** Collects a decoder's events; problems as `file:line: text`. */
export async function decoded(codec: Pick<FormatCodec, 'decode'>, reader: FileReader, options?: DecodeOptions) {
  const parts: Decoded[] = []
  for await (const one of codec.decode(reader, options)) parts.push(one)
  return {
    labels: parts.flatMap((one) => (one.type === 'class' ? [one.value] : [])),
    images: parts.flatMap((one) => (one.type === 'image' ? [one.image] : [])),
    files: parts.flatMap((one) => (one.type === 'image' ? [one.file] : [])),
    problems: parts.flatMap((one) => {
      if (one.type !== 'problem') return []
      const { file, line } = one.problem
      return [`${file}${line === undefined ? '' : `:${line}`}: ${sayProblem(one.problem, 'en-US')}`]
    }),
  }
}

export function sizesOf(images: readonly LabeledImage[]) {
  return async (path: string): Promise<ImageSize | null> => {
    const image = images.find((image) => image.path === path || image.path.startsWith(`${path}.`))
    return image === undefined ? null : { width: image.width, height: image.height }
  }
}
