/** A set of numbers with a bit each, so its size depends on the highest number only. */
export function createNumberBitmap() {
  let bits = new Uint8Array(4_096)
  return {
    add(number: number): void {
      const at = number >>> 3
      if (at >= bits.length) {
        const larger = new Uint8Array(Math.max(at + 1, bits.length * 2))
        larger.set(bits)
        bits = larger
      }
      bits[at] = (bits[at] ?? 0) | (1 << (number & 7))
    },
    has: (number: number): boolean => ((bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0,
  }
}

export type NumberBitmap = ReturnType<typeof createNumberBitmap>
