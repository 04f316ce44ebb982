const headSize = 64 * 1024
const maxSegments = 2_000

type ReadAt = (start: number, size: number) => Promise<Buffer>

/** False for more than 8 bits, four inks (CMYK) or unsupported formats, which a rendition shows. */
export async function isPlainPicture(readAt: ReadAt): Promise<boolean> {
  const head = await readAt(0, headSize)
  const mark = head.toString('latin1', 0, 4)
  if (head[0] === 0xff && head[1] === 0xd8) return (await componentsOf(head, readAt)) !== 4
  if (mark === '\x89PNG') return (head[24] ?? 16) <= 8
  if (mark === 'GIF8' || mark.startsWith('BM')) return true
  if (mark === 'RIFF') return head.toString('latin1', 8, 12) === 'WEBP'
  return head.toString('latin1', 4, 12) === 'ftypavif'
}

/** Color components of a JPEG's frame header (ITU-T T.81, B.2.2); undefined without one. */
async function componentsOf(head: Buffer, readAt: ReadAt): Promise<number | undefined> {
  let [part, partAt, at] = [head, 0, 2]
  for (let passed = 0; passed < maxSegments; passed++) {
    if (at + 10 > partAt + part.length) {
      partAt = at
      part = await readAt(at, headSize)
    }
    const offset = at - partAt
    if (offset + 10 > part.length || part[offset] !== 0xff) return undefined
    const code = part[offset + 1] ?? 0
    if (code === 0xff) at += 1
    else if (code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)) return part[offset + 9]
    else if (code === 0xda) return undefined
    else at += 2 + part.readUInt16BE(offset + 2)
  }
  return undefined
}
