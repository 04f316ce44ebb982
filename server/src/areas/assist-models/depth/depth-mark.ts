import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { Content } from '#platform/http/range'

const headerSize = 33

const mark = textChunk('Software', 'Vermilion depth map')

function textChunk(keyword: string, text: string): Buffer {
  const content = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1')
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(content.length - 4, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), content.length + 4)
  return chunk
}

export const markDepthMap = (png: Uint8Array): Buffer =>
  Buffer.concat([png.subarray(0, headerSize), mark, png.subarray(headerSize)])

export async function isMarkedDepthMap({ size, open }: Pick<Content, 'size' | 'open'>): Promise<boolean> {
  const end = headerSize + mark.length
  if (size < end) return false
  return (await buffer(await open({ start: headerSize, end: end - 1 }))).equals(mark)
}
