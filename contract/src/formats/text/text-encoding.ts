export const readEncodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little-endian)',
  'utf-16be': 'UTF-16 (big-endian)',
  gb18030: 'GB18030',
  'windows-1252': 'Windows-1252',
} as const
type ReadEncoding = keyof typeof readEncodings

export interface TextEncoding {
  readonly encoding: string
  /** Encoding to report to the user when neither file nor format states it; null otherwise. */
  readonly reported: string | null
}

const utf8: TextEncoding = { encoding: 'utf-8', reported: null }
const guessed = (encoding: ReadEncoding): TextEncoding => ({ encoding, reported: readEncodings[encoding] })

/**
 * Detects the encoding from a text's head: byte order mark, zeros (UTF-16 without mark), XML declaration, else UTF-8; if invalid,
 * GB18030, and Windows-1252 if that is invalid too. Binary data, and UTF-8 with a few broken bytes, count as UTF-8, which their
 * reader refuses.
 */
export function encodingOf(head: Uint8Array, isWhole: boolean, isXml = false): TextEncoding {
  const wide = wideEncodingOf(head)
  if (wide !== null) return guessed(wide)
  const declared = isXml ? declaredEncoding(head) : null
  if (declared !== null && fits(head, declared, isWhole)) return { encoding: declared, reported: null }
  if (fits(head, 'utf-8', isWhole) || isBrokenUtf8(head)) return utf8
  const isChinese = fits(head, 'gb18030', isWhole) && !hasLatinLetters(head)
  if (isChinese) return guessed('gb18030')
  return hasControls(head) ? utf8 : guessed('windows-1252')
}

function wideEncodingOf(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const length = Math.min(head.length, 4096)
  const zeros = [0, 0]
  for (let at = 0; at < length; at += 1) if (head[at] === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  // In UTF-16, digits, separators and line ends have a zero high byte.
  const most = Math.max(even, odd)
  if (most * 40 < length || most === 0 || Math.min(even, odd) * 8 > most) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function fits(bytes: Uint8Array, encoding: string, isWhole: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}

/** True when most non-ASCII bytes are UTF-8: three-byte sequences hardly occur by chance in other encodings. */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  const complete = text.match(/[\u0800-\uFFFC]/g)?.length ?? 0
  return complete > broken * 2
}

/** True when bytes read as Chinese would mostly end in ASCII letters: they are accented Latin letters then. */
function hasLatinLetters(bytes: Uint8Array): boolean {
  let [letters, others] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at]! < 0x80) continue
    const next = bytes[at + 1] ?? 0
    if ((next >= 0x41 && next <= 0x5a) || (next >= 0x61 && next <= 0x7a)) letters += 1
    else others += 1
    at += 1
  }
  return letters > others
}

function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((code) => code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d)
}

function declaredEncoding(head: Uint8Array): string | null {
  const start = String.fromCharCode(...head.subarray(0, 200))
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*encoding=["']([\w:.-]+)["']/.exec(start)?.[1]
  if (declared === undefined || /^utf-?(?:8|16)/i.test(declared)) return null
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return null
  }
}
