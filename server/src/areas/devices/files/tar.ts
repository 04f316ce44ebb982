interface TarFile {
  readonly name: string
  readonly size: number
  /** Seconds since 1970. */
  readonly modifiedAt: number
  readonly content: AsyncIterable<Uint8Array>
}

const block = 512
/** Maximum of eleven octal digits. */
const largest = 0o77777777777
const pieceSize = 256 * 1024

/** Streams a tar (POSIX ustar). Rejects when a file's size differs from the announced one. */
export async function* tar(files: AsyncIterable<TarFile>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let gathered = 0
  const gather = (bytes: Uint8Array) => {
    pieces.push(bytes)
    gathered += bytes.length
  }
  function* flush() {
    yield Buffer.concat(pieces)
    pieces = []
    gathered = 0
  }
  for await (const { name, size, modifiedAt, content } of files) {
    if (size > largest) continue
    gather(header(name, size, modifiedAt))
    let sent = 0
    for await (const bytes of content) {
      sent += bytes.length
      gather(bytes)
      if (gathered > pieceSize) yield* flush()
    }
    if (sent !== size) throw new Error(`${name} has ${sent} bytes instead of ${size}`)
    gather(Buffer.alloc((block - (size % block)) % block))
    if (gathered > pieceSize) yield* flush()
  }
  gather(Buffer.alloc(2 * block))
  yield* flush()
}

function header(name: string, size: number, modifiedAt: number): Buffer {
  const head = Buffer.alloc(block)
  const octal = (value: number, digits: number, at: number) =>
    head.write(`${value.toString(8).padStart(digits, '0')}\0`, at)
  head.write(name, 0)
  octal(0o644, 7, 100)
  octal(0, 7, 108)
  octal(0, 7, 116)
  octal(size, 11, 124)
  octal(Math.min(modifiedAt, largest), 11, 136)
  head.write(' '.repeat(8), 148)
  head.write('0', 156)
  head.write('ustar\u000000', 257, 'latin1')
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}
