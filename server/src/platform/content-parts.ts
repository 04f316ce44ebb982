import { ContentError } from '@vermilion/contract/formats/problems/content-error'

/** Parts of a content that may have so many bytes. */
export async function* atMost<Part extends Uint8Array>(
  maxBytes: number,
  parts: AsyncIterable<Part>,
  tooLarge: () => Error,
): AsyncGenerator<Part> {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    if (bytes > maxBytes) throw tooLarge()
    yield part
  }
}

/** The lines of a text that may be larger than memory. Fails with `ContentError` where one is too long to be. */
export async function* linesOf(
  content: AsyncIterable<Uint8Array>,
  maxLength = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of content) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLength) throw new ContentError({ en: 'a line is too long', zh: '某一行过长' })
    yield* lines
  }
  if (rest !== '') yield rest
}
