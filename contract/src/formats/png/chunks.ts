/** PNG signature, chunks and header: https://www.w3.org/TR/png-3/. */
export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

const table = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = table[(value ^ byte) & 255]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  for (let at = 0; at < 4; at += 1) chunk[4 + at] = type.charCodeAt(at)
  chunk.set(data, 8)
  view.setUint32(data.length + 8, checksum(chunk.subarray(4, data.length + 8)))
  return chunk
}

export interface PngHeader {
  width: number
  height: number
  depth: number
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA. */
  colourType: number
}

const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export function samplesOf({ colourType }: PngHeader): number {
  return samples[colourType] ?? 0
}

export function bytesOfRow({ width, depth, colourType }: PngHeader): number {
  return Math.ceil((width * depth * (samples[colourType] ?? 0)) / 8)
}
