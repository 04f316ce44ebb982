export function toBase64(chunks: readonly Uint8Array[]): string {
  const parts: string[] = []
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 8192) parts.push(String.fromCharCode(...chunk.subarray(at, at + 8192)))
  }
  return btoa(parts.join(''))
}

/** Null for invalid text. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
