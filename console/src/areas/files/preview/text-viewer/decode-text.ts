const sample = 8_192

export interface DecodedText {
  encoding: string
  text: string
}

/** The text of a file's first bytes, by its byte order mark or by trial; undefined for binary data. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): DecodedText | undefined {
  const marked = byMark(bytes)
  if (marked !== undefined) return { encoding: marked.toUpperCase(), text: new TextDecoder(marked).decode(bytes) }
  if (bytes.subarray(0, sample).includes(0)) return undefined
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      // The last character may be truncated, which a streaming decoder accepts.
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
      return { encoding: encoding.toUpperCase(), text }
    } catch {
      // Another encoding applies.
    }
  }
  return { encoding: 'Windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }
}

function byMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}
