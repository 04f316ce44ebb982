import { loadLate } from '#lib/loading/load-late.ts'
import highlighter from 'highlight.js/lib/core'
import type { LanguageFn } from 'highlight.js'
import { csvRows, separatorOf } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import { cutLines, plainLines } from './lines.ts'
import type { TextResponse, TextRequest } from './text-request.ts'

type Grammar = () => Promise<{ default: LanguageFn }>

const grammars: Readonly<Record<string, Grammar>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  lua: () => import('highlight.js/lib/languages/lua'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  matlab: () => import('highlight.js/lib/languages/matlab'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

const tell = (response: TextResponse) => postMessage(response)

/** Sends plain lines first, then highlighted ones. */
async function read({ bytes, language, table }: TextRequest): Promise<void> {
  const decoded = decodeText(bytes)
  if (decoded === undefined) return tell({ encoding: null, lines: [] })
  const { encoding } = decoded
  const text = decoded.text.replaceAll(/\r\n?/g, '\n')
  const rows = table ? csvRows(decoded.text, separatorOf(text)) : undefined
  tell({ encoding, lines: plainLines(text), rows })
  const grammar = grammars[language ?? '']
  if (language === undefined || grammar === undefined) return
  highlighter.registerLanguage(language, (await loadLate(grammar)).default)
  const { value } = highlighter.highlight(text, { language, ignoreIllegals: true })
  tell({ encoding, lines: cutLines(value), rows })
}

addEventListener('message', ({ data }: MessageEvent<TextRequest>) => void read(data).catch(reportError))
