import type { Line } from './lines.ts'

export interface TextRequest {
  bytes: Uint8Array<ArrayBuffer>
  language: string | undefined
  table: boolean
}

export interface TextResponse {
  encoding: string | null
  lines: Line[]
  rows?: string[][] | undefined
}

const languages: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/jsonl': 'json',
  'application/jsonc': 'json',
  'application/geo+json': 'json',
  'application/x-ipynb+json': 'json',
  'application/yaml': 'yaml',
  'application/toml': 'ini',
  'application/xml': 'xml',
  'image/svg+xml': 'xml',
  'text/html': 'xml',
  'text/css': 'css',
  'text/markdown': 'markdown',
  'text/x-ini': 'ini',
  'text/x-javascript': 'javascript',
  'text/x-typescript': 'typescript',
  'text/x-python': 'python',
  'text/x-sh': 'bash',
  'text/x-c': 'cpp',
  'text/x-c++': 'cpp',
  'text/x-csharp': 'csharp',
  'text/x-java': 'java',
  'text/x-go': 'go',
  'text/x-rust': 'rust',
  'text/x-lua': 'lua',
  'text/x-matlab': 'matlab',
  'text/x-r': 'r',
  'text/x-sql': 'sql',
  'text/x-protobuf': 'protobuf',
  'text/x-diff': 'diff',
}

export const languageOf = (mediaType: string): string | undefined => languages[mediaType]

export const isTable = (mediaType: string) => /^text\/(csv|tab-separated-values)$/.test(mediaType)
