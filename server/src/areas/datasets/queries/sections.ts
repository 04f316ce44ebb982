import { open, type FileHandle } from 'node:fs/promises'

/** Numbers or texts in a file of data that is costly to build. */
export type Section = Uint32Array | Float64Array | readonly string[]

export interface SectionReader {
  bytes(): Promise<ArrayBuffer>
  /** In parts of some thousands. */
  texts(): Promise<string[][]>
}

const frame = { length: 8, bytes: 1, texts: 2, end: 3 } as const
const pieceLength = 128 * 1024

export async function writeSections(file: string, sections: Iterable<Section>): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    for (const section of sections) {
      if (ArrayBuffer.isView(section)) await writePiece(handle, frame.bytes, section)
      else {
        for (const piece of piecesOf(section)) await writePiece(handle, frame.texts, Buffer.from(JSON.stringify(piece)))
        await writePiece(handle, frame.end, Buffer.alloc(0))
      }
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function readSections<Result>(
  file: string,
  work: (sections: SectionReader) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file, 'r')
  try {
    return await work({
      async bytes() {
        const { kind, content } = await readPiece(handle)
        if (kind !== frame.bytes) throw new Error(`${file} has no numbers where they should be`)
        return content
      },
      async texts() {
        const parts: string[][] = []
        for (;;) {
          const { kind, content } = await readPiece(handle)
          if (kind === frame.end) return parts
          if (kind !== frame.texts) throw new Error(`${file} has no texts where they should be`)
          parts.push(JSON.parse(Buffer.from(content).toString()) as string[])
        }
      },
    })
  } finally {
    await handle.close()
  }
}

function* piecesOf(texts: readonly string[]): Generator<string[]> {
  let [piece, length]: [string[], number] = [[], 0]
  for (const text of texts) {
    piece.push(text)
    length += text.length + 1
    if (length < pieceLength) continue
    yield piece
    ;[piece, length] = [[], 0]
  }
  if (piece.length > 0) yield piece
}

async function writePiece(handle: FileHandle, kind: number, content: NodeJS.ArrayBufferView): Promise<void> {
  const head = Buffer.alloc(frame.length)
  head.writeUInt32LE(kind, 0)
  head.writeUInt32LE(content.byteLength, 4)
  await handle.writeFile(head)
  if (content.byteLength > 0) await handle.writeFile(content)
}

async function readPiece(handle: FileHandle): Promise<{ kind: number; content: ArrayBuffer }> {
  const head = Buffer.from(await readWhole(handle, frame.length))
  return { kind: head.readUInt32LE(0), content: await readWhole(handle, head.readUInt32LE(4)) }
}

async function readWhole(handle: FileHandle, length: number): Promise<ArrayBuffer> {
  const content = new ArrayBuffer(length)
  for (let at = 0; at < length;) {
    const { bytesRead } = await handle.read(new Uint8Array(content), at, length - at)
    if (bytesRead === 0) throw new Error('the file is cut off')
    at += bytesRead
  }
  return content
}
