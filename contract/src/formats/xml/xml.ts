import type { Text } from '../../kernel/text.ts'
import { ContentError } from '../problems/content-error.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { Tokenizer } from 'htmlparser2'

export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
  line: number
}

export class XmlError extends ContentError {
  readonly line: number

  constructor(detail: Text, line: number) {
    super(detail)
    this.line = line
  }
}

const deepest = 100
const noCharacter = 0xfffd
const ignore = () => {}

/** Elements and texts only. Internal declarations (`<!DOCTYPE … [`) are refused. Throws `XmlError`. */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [], line: 1 }
  const open = [root]
  const lineAt = createLineCounter(text)
  const append = (piece: string) => {
    open.at(-1)!.text += piece
  }
  const refuseUnclosed = (from: number): never => {
    throw new XmlError({ en: 'a tag is not closed', zh: '标签未闭合' }, lineAt(from))
  }
  /** A tag opened inside another would be read as its name or attribute. */
  const nameIn = (from: number, to: number) => {
    const name = text.slice(from, to)
    return name.includes('<') ? refuseUnclosed(from) : name
  }
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext(from, to) {
        const piece = text.slice(from, to)
        if (piece.includes('<')) refuseUnclosed(from)
        append(piece)
      },
      ontextentity(code, to) {
        if (code === noCharacter)
          throw new XmlError(
            {
              en: `${text.slice(text.lastIndexOf('&', to), to)} is no character`,
              zh: `${text.slice(text.lastIndexOf('&', to), to)} 不是字符`,
            },
            lineAt(to),
          )
        append(String.fromCodePoint(code))
      },
      oncdata: (from, to, bracketsLength) => append(text.slice(from, to - bracketsLength)),
      onopentagname(from, to) {
        const element: XmlElement = { name: nameIn(from, to), text: '', children: [], line: lineAt(from) }
        open.at(-1)!.children.push(element)
        open.push(element)
        if (open.length > deepest) throw new XmlError({ en: 'too deep', zh: '层级过深' }, element.line)
      },
      onselfclosingtag: () => open.pop(),
      onclosetag(from, to) {
        const name = text.slice(from, to)
        if (open.pop()!.name !== name || open.length === 0)
          throw new XmlError({ en: `</${name}> closes nothing`, zh: `</${name}> 没有对应的开始标签` }, lineAt(from))
      },
      ondeclaration: (from, to) => /^DOCTYPE[^[]*$/.test(text.slice(from, to)) || refuseUnclosed(from),
      // The end has two dashes, or none when the document ends first.
      oncomment: (from, _, dashesLength) => dashesLength > 0 || refuseUnclosed(from),
      onprocessinginstruction: ignore,
      onopentagend: ignore,
      onattribname: nameIn,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
  if (text.lastIndexOf('<') > text.lastIndexOf('>')) refuseUnclosed(text.length)
  const [first] = root.children
  if (open.length > 1)
    throw new XmlError(
      { en: `<${open.at(-1)!.name}> is not closed`, zh: `<${open.at(-1)!.name}> 未闭合` },
      open.at(-1)!.line,
    )
  if (first === undefined || root.children.length > 1)
    throw new XmlError({ en: 'there is not one outer element', zh: '最外层元素不是恰好一个' }, lineAt(text.length))
  return first
}

/** Like `parseXml`, with an error as the problem and line of a document. */
export function readXmlText(
  text: string,
): { root: XmlElement; problem?: undefined } | { line: number; problem: ProblemFinding } {
  try {
    return { root: parseXml(text) }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return { line: error.line, problem: { reason: 'xml-broken', values: { detail: error.detail } } }
  }
}

function createLineCounter(text: string): (index: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (index) => {
    for (; next >= 0 && next < index; next = text.indexOf('\n', next + 1)) line += 1
    return line
  }
}

export function escapeXml(text: string): string {
  const safe = text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
  return safe.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
}

export function escapeXmlValue(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

export function childText(element: XmlElement | undefined, name: string): string | null {
  return element?.children.find((child) => child.name === name)?.text.trim() ?? null
}
