/** An element of a small XML document: annotations are trees of names and texts. */
export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
  /** Line on which it begins, from 1. */
  line: number
}

export class XmlError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = 'XmlError'
    this.line = line
  }
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))
const deepest = 100

/**
 * Reads elements and their texts; attributes, comments and instructions are passed over. Documents with declarations of
 * their own (`<!DOCTYPE … [`) are refused. Throws `XmlError`.
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [], line: 1 }
  const open = [root]
  // Comments, text as it is, declarations, instructions, tags.
  const token =
    /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<!DOCTYPE[^>[]*>|<\?[\s\S]*?\?>|<(\/?)([^\s<>/!?][^\s<>/]*)((?:"[^"]*"|'[^']*'|[^<>"'])*?)(\/?)>/g
  let at = 0
  let line = 1
  const passed = (piece: string) => {
    for (let index = piece.indexOf('\n'); index >= 0; index = piece.indexOf('\n', index + 1)) line += 1
  }
  const take = (piece: string) => {
    if (piece.includes('<')) throw new XmlError('a tag is not closed', line)
    open.at(-1)!.text += unescaped(piece, line)
    passed(piece)
  }
  for (const match of text.matchAll(token)) {
    take(text.slice(at, match.index))
    at = match.index + match[0].length
    const [, literal, closing, name, , selfClosing] = match
    if (literal !== undefined) open.at(-1)!.text += literal
    else if (name !== undefined && closing === '/') {
      const element = open.pop()!
      if (element.name !== name || open.length === 0) throw new XmlError(`</${name}> closes nothing`, line)
    } else if (name !== undefined) {
      const element = { name, text: '', children: [], line }
      open.at(-1)!.children.push(element)
      if (selfClosing !== '/') open.push(element)
      if (open.length > deepest) throw new XmlError('too deep', line)
    }
    passed(match[0])
  }
  take(text.slice(at))
  const [first] = root.children
  if (open.length > 1) throw new XmlError(`<${open.at(-1)!.name}> is not closed`, open.at(-1)!.line)
  if (first === undefined || root.children.length > 1) throw new XmlError('there is not one outer element', line)
  return first
}

function unescaped(text: string, line: number): string {
  return text.replaceAll(/&(#x?[\da-f]+|\w+);/gi, (reference, name: string) => {
    if (!name.startsWith('#')) return entities.get(name) ?? reference
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (!(code > 0 && code <= 0x10ffff)) throw new XmlError(`${reference} is no character`, line)
    return String.fromCodePoint(code)
  })
}

export function escapeXml(text: string): string {
  const safe = text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
  return safe.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
}

/** The trimmed text of a child; null where there is none. */
export function childText(element: XmlElement | undefined, name: string): string | null {
  return element?.children.find((child) => child.name === name)?.text.trim() ?? null
}

/** What the first line says (`<?xml encoding="gbk"?>`), else UTF-8. */
export function xmlEncoding(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  return /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1] ?? 'utf-8'
}
