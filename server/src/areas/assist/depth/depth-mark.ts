import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { Content } from '#platform/http/range'

/** Bytes of a PNG up to the end of its first chunk: the signature and the header. */
const headerSize = 33

/** A text chunk, by which a map is recognised wherever it is moved or copied to. */
const mark = textChunk('Software', 'Vermilion depth map')

function textChunk(keyword: string, text: string): Buffer {
  const content = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1')
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(content.length - 4, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), content.length + 4)
  return chunk
}

/** The same PNG, which says what it is. */
export const markDepthMap = (png: Uint8Array): Buffer =>
  Buffer.concat([png.subarray(0, headerSize), mark, png.subarray(headerSize)])

/** Whether a file is a depth map that was made here. */
export async function isMarkedDepthMap({ size, open }: Pick<Content, 'size' | 'open'>): Promise<boolean> {
  const end = headerSize + mark.length
  if (size < end) return false
  return (await buffer(await open({ start: headerSize, end: end - 1 }))).equals(mark)
}
