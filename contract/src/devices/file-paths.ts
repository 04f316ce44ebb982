/**
 * Names on a device are bytes. Here they are texts that can be shown safely and still lead back to the very bytes: what
 * is not UTF-8, control characters and marks that reorder text stand as `%XX`, and so does a `%` that would read as one.
 */

/** C0, DEL and C1; line and paragraph separators; the marks that reorder what a person reads. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const hidden = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const hexadecimal = /^[0-9A-F]{2}$/
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const escapeBytes = (bytes: Iterable<number>) =>
  [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** The safe text of a name or path of a device. */
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

/** The bytes that a safe text stands for. */
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

/** The safe text of a name that was typed, so that it is taken as it stands. */
export const typedName = (name: string): string => escapeText(name)

/** A name as people are to read it: a `%` that stands for itself is one again. */
export const displayName = (name: string): string => name.replaceAll('%25', '%')

/** A name in a folder of a device. */
export const deviceChild = (folder: string, name: string): string =>
  folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`

/** The folder that a path of a device lies in. */
export function deviceParent(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

/** The last name of a path of a device; empty for its root. */
export const deviceFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
