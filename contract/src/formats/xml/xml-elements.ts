import type { Text } from '../../kernel/text.ts'
import { Parser } from 'htmlparser2'
import { XmlError } from './xml.ts'

export interface XmlNode {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlNode[]
  text: string
  readonly line: number
}

const deepest = 100
/** Limit of characters per element. */
const maxElementBytes = 64 * 1024 * 1024

/** Streams named elements, holding one at a time. Throws `XmlError` for malformed documents. */
export async function* readXmlElements(
  chunks: AsyncIterable<Uint8Array>,
  names: readonly string[],
): AsyncGenerator<XmlNode> {
  const reader = createElementReader(new Set(names))
  for await (const text of textsOf(chunks)) yield* reader.push(text)
  yield* reader.end()
}

async function* textsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new XmlError({ en: 'it is not text of its encoding', zh: '文本与其编码不符' }, 1)
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode(undefined)
}

function createElementReader(names: ReadonlySet<string>) {
  const finished: XmlNode[] = []
  const open: { name: string; node: XmlNode | null; hasContent: boolean }[] = []
  const lines = createLineCounter()
  let roots = 0
  let wantedFrom = 0
  const refuse = (detail: Text, line = lines.at(parser.startIndex)): never => {
    throw new XmlError(detail, line)
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const parent = open.at(-1)
        if (parent === undefined && (roots += 1) > 1)
          refuse({ en: 'there is not one outer element', zh: '最外层元素不是恰好一个' })
        if (open.length >= deepest) refuse({ en: 'too deep', zh: '层级过深' })
        if (parent !== undefined) parent.hasContent = true
        const isWanted = parent?.node !== null && parent !== undefined
        let node: XmlNode | null = null
        if (isWanted || names.has(name)) {
          const line = lines.at(parser.startIndex)
          node = { name, attributes: new Map(Object.entries(attributes)), children: [], text: '', line }
          if (isWanted) parent.node!.children.push(node)
          else wantedFrom = parser.startIndex
        }
        open.push({ name, node, hasContent: false })
      },
      ontext(text) {
        const last = open.at(-1)
        if (last === undefined) {
          if (text.trim() !== '')
            refuse({ en: 'there is text outside of the outer element', zh: '最外层元素之外有文本' })
          return
        }
        last.hasContent = true
        if (last.node === null) return
        last.node.text += text
        if (parser.endIndex - wantedFrom > maxElementBytes)
          refuse({ en: 'an element is larger than 64 MiB', zh: '元素超过 64 MiB' })
      },
      onclosetag(name, isImplied) {
        const last = open.pop()!
        // Self-closing elements are reported as implied too; one with content was left open.
        if (isImplied && last.hasContent)
          refuse({ en: `<${name}> is not closed`, zh: `<${name}> 未闭合` }, last.node?.line)
        if (last.node !== null && (open.at(-1)?.node ?? null) === null) finished.push(last.node)
      },
      onprocessinginstruction(name, data) {
        // Internal entity declarations could expand without limit.
        if (/^!DOCTYPE/i.test(name) && data.includes('['))
          refuse({ en: 'declarations of its own are not read', zh: '不读取文件自带的声明' })
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  return {
    push(text: string): XmlNode[] {
      lines.addText(text)
      parser.write(text)
      return finished.splice(0)
    },
    end(): XmlNode[] {
      parser.end()
      if (roots === 0) refuse({ en: 'there is not one outer element', zh: '最外层元素不是恰好一个' }, 1)
      return finished.splice(0)
    },
  }
}

function createLineCounter() {
  let breaks: number[] = []
  let length = 0
  let line = 1
  let next = 0
  return {
    addText(text: string): void {
      breaks = breaks.slice(next)
      next = 0
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks.push(length + at)
      length += text.length
    },
    at(index: number): number {
      while (next < breaks.length && breaks[next]! < index) {
        next += 1
        line += 1
      }
      return line
    },
  }
}
