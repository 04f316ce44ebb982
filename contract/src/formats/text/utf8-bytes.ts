import { encodingOf, type TextEncoding } from './text-encoding.ts'

const headLength = 1024 * 1024

interface Transcoding {
  readonly isXml: boolean
  readonly tell: (encoding: string) => void
}

/** Without byte order mark. Leading ASCII passes; what follows decides the encoding. Binary data passes, to be refused later. */
export async function* utf8Bytes(
  chunks: AsyncIterable<Uint8Array>,
  { isXml, tell }: Transcoding,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array[] = []
  let length = 0
  let transcode = null as Transcode | null
  let isBeginning = true

  const begin = (isWhole: boolean): [Transcode, Uint8Array] => {
    const bytes = withoutMark(joined(head, length))
    const detected = encodingOf(bytes, isWhole, isXml)
    if (detected.reported !== null) tell(detected.reported)
    head = []
    return [transcoderOf(detected), bytes]
  }

  for await (const chunk of chunks) {
    if (transcode !== null) {
      yield transcode(chunk, false)
      continue
    }
    if (!isBeginning && length === 0 && isAscii(chunk)) {
      yield chunk
      continue
    }
    head.push(chunk)
    length += chunk.length
    if (length < headLength) continue
    const bytes = joined(head, length)
    if (isBeginning && isAscii(bytes) && !bytes.includes(0)) {
      isBeginning = false
      ;[head, length] = [[], 0]
      yield bytes
    } else {
      const [transcoder, all] = begin(false)
      transcode = transcoder
      yield transcode(all, false)
    }
  }
  if (transcode !== null) yield transcode(new Uint8Array(0), true)
  else if (length > 0) {
    const [transcoder, bytes] = begin(true)
    yield transcoder(bytes, true)
  }
}

type Transcode = (bytes: Uint8Array, isEnd: boolean) => Uint8Array

function transcoderOf({ encoding }: TextEncoding): Transcode {
  if (encoding === 'utf-8') return (bytes) => bytes
  const decoder = new TextDecoder(encoding, { fatal: true })
  const encoder = new TextEncoder()
  let isBroken = false
  return (bytes, isEnd) => {
    if (isBroken) return bytes
    try {
      return encoder.encode(decoder.decode(bytes, { stream: !isEnd }))
    } catch {
      isBroken = true
      return Uint8Array.of(0xff, ...bytes.subarray(0, 16))
    }
  }
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  let from = 0
  while (bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf) from += 3
  return bytes.subarray(from)
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at]! > 0x7f) return false
  return true
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
