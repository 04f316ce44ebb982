import highlighter from 'highlight.js/lib/core'
import type { LanguageFn } from 'highlight.js'
import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import lua from 'highlight.js/lib/languages/lua'
import markdown from 'highlight.js/lib/languages/markdown'
import matlab from 'highlight.js/lib/languages/matlab'
import protobuf from 'highlight.js/lib/languages/protobuf'
import python from 'highlight.js/lib/languages/python'
import r from 'highlight.js/lib/languages/r'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { csvRows, separatorOf } from '@vermilion/contract/formats/csv/records'
import { decodeText } from './decode-text.ts'
import { cutLines, plainLines } from './lines.ts'
import type { TextResponse, TextRequest } from './text-request.ts'

const grammars: Readonly<Record<string, LanguageFn>> = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  lua,
  markdown,
  matlab,
  protobuf,
  python,
  r,
  rust,
  sql,
  typescript,
  xml,
  yaml,
}

const tell = (response: TextResponse) => postMessage(response)

function read({ bytes, language, table }: TextRequest): void {
  const decoded = decodeText(bytes)
  if (decoded === undefined) return tell({ encoding: null, lines: [] })
  const { encoding } = decoded
  const text = decoded.text.replaceAll(/\r\n?/g, '\n')
  const rows = table ? csvRows(decoded.text, separatorOf(text)) : undefined
  tell({ encoding, lines: plainLines(text), rows })
  const grammar = grammars[language ?? '']
  if (language === undefined || grammar === undefined) return
  highlighter.registerLanguage(language, grammar)
  const { value } = highlighter.highlight(text, { language, ignoreIllegals: true })
  tell({ encoding, lines: cutLines(value), rows })
}

addEventListener('message', ({ data }: MessageEvent<TextRequest>) => read(data))
