/**
 * File names on devices are bytes. They are represented as displayable text that maps back to the exact bytes: invalid UTF-8,
 * control characters and bidirectional marks become `%XX`, as does a `%` that would read as an escape.
 */

/** C0, DEL and C1; line and paragraph separators; bidirectional marks. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const hidden = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const hexadecimal = /^[0-9A-F]{2}$/
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const escapeBytes = (bytes: Iterable<number>) =>
  [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

export function pathText(bytes: Uint8Array): string {
  const text = textOf(bytes)
  return text ?? piecewiseText(bytes)
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return escapeText(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

const escapeText = (text: string) =>
  text.replaceAll(/%(?=[0-9A-F]{2})/g, '%25').replaceAll(hidden, (character) => escapeBytes(encoder.encode(character)))

/** Text of bytes that are not valid UTF-8 as a whole: valid characters are kept, other bytes escaped. */
function piecewiseText(bytes: Uint8Array): string {
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const length = [1, 2, 3, 4].find((size) => isCharacter(bytes.subarray(at, at + size)))
    if (length === undefined) text += escapeBytes(bytes.subarray(at, ++at))
    else {
      const character = decoder.decode(bytes.subarray(at, at + length))
      at += length
      const next = String.fromCodePoint(...bytes.subarray(at, at + 2))
      text += character === '%' && hexadecimal.test(next) ? '%25' : character.replaceAll(hidden, escapeText)
    }
  }
  return text
}

function isCharacter(bytes: Uint8Array): boolean {
  try {
    return Array.from(decoder.decode(bytes)).length === 1
  } catch {
    return false
  }
}

export function pathBytes(text: string): Uint8Array {
  const parts = text.split(/(%[0-9A-F]{2})/)
  const pieces = parts.map((part, index) =>
    index % 2 === 1 ? Uint8Array.of(Number.parseInt(part.slice(1), 16)) : encoder.encode(part),
  )
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

export const typedName = (name: string): string => escapeText(name)

/** Name for display: `%25` becomes `%`. */
export const displayName = (name: string): string => name.replaceAll('%25', '%')

export const deviceChild = (folder: string, name: string): string =>
  folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`

export function deviceParent(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

export const deviceFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
