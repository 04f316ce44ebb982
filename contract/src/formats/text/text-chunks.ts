const chunkLength = 64 * 1024

export async function* textOf(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < chunkLength) continue
    yield encoder.encode(waiting)
    waiting = ''
  }
  if (waiting !== '') yield encoder.encode(waiting)
}
