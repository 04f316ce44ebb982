/**
 * RLE of Label Studio's brushes: bits of RGBA bytes as packed by its converter (https://github.com/HumanSignal/label-studio-sdk,
 * `converter/brush.py`). The header has the number of bytes (32 bits), the bits per byte (5, minus 1) and four length sizes (4
 * each, minus 1). Each segment has a repeat flag (1 bit), the index of its length size (2), the length minus 1, and the byte or
 * bytes.
 */
const lengthBits = [3, 4, 8, 16] as const

/** Alpha per pixel; null for invalid data or another number of pixels. */
export function expandBrush(bytes: readonly number[], pixels: number): Uint8Array | null {
  const bits = createBitReader(bytes)
  if (bits.read(32) !== pixels * 4) return null
  const wordBits = bits.read(5) + 1
  const lengths = [0, 0, 0, 0].map(() => bits.read(4) + 1)
  const alpha = new Uint8Array(pixels)
  const last = pixels * 4
  for (let at = 0; at < last;) {
    const isRun = bits.read(1) === 1
    const end = at + 1 + bits.read(lengths[bits.read(2)]!)
    if (bits.isPast() || end > last) return null
    let value = isRun ? bits.read(wordBits) : 0
    for (; at < end; at += 1) {
      if (!isRun) value = bits.read(wordBits)
      if (at % 4 === 3) alpha[at >> 2] = value
    }
    if (bits.isPast()) return null
  }
  return alpha
}

export function packBrush(inside: Uint8Array): number[] {
  const bits = createBitWriter()
  bits.write(inside.length * 4, 32)
  bits.write(7, 5)
  for (const length of lengthBits) bits.write(length - 1, 4)
  const longest = 2 ** 16
  for (let from = 0; from < inside.length;) {
    const value = inside[from] === 0 ? 0 : 255
    let to = from
    while (to < inside.length && (inside[to] === 0 ? 0 : 255) === value) to += 1
    for (let rest = (to - from) * 4; rest > 0;) {
      const length = Math.min(rest, longest)
      const kind = lengthBits.findIndex((size) => length <= 2 ** size)
      bits.write(1, 1)
      bits.write(kind, 2)
      bits.write(length - 1, lengthBits[kind]!)
      bits.write(value, 8)
      rest -= length
    }
    from = to
  }
  return bits.bytes()
}

function createBitReader(bytes: readonly number[]) {
  let at = 0
  return {
    read(count: number): number {
      let value = 0
      for (let bit = 0; bit < count; bit += 1) {
        value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
        at += 1
      }
      return value
    },
    isPast: () => at > bytes.length * 8,
  }
}

function createBitWriter() {
  const bytes: number[] = []
  let at = 0
  return {
    write(value: number, count: number): void {
      for (let bit = count - 1; bit >= 0; bit -= 1) {
        if ((at & 7) === 0) bytes.push(0)
        if (Math.floor(value / 2 ** bit) % 2 === 1) bytes[at >> 3]! |= 1 << (7 - (at & 7))
        at += 1
      }
    },
    bytes: () => bytes,
  }
}
