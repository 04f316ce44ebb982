import { csvRecords } from '@vermilion/contract/formats/csv/records'
import { readJsonParts } from '@vermilion/contract/formats/json/read-parts'
import type { Text } from '@vermilion/contract/kernel/text'
import { readJsonText } from '#areas/settings'
import { linesOf } from '#platform/content-parts'

/** An entry of a list, or why it is none. */
export type ListedAddress =
  | { readonly url: string; readonly path: string }
  | { readonly problem: Text; readonly example: string }

/** Fields of an entry by the names of a header or an object in lower case, or by position. */
type Fields = Readonly<Record<string, string>>

/** What an address may stand in, relative to that of the list; the first that has one counts. */
const addressNames = ['url', 'image_url', 'image', 'path', 'uri', 'href', 'link', 'file', 'file_name']
const pathNames = ['name', 'file_name', 'filename']
/** Characters of a line, and of a beginning by which a format is known. */
const maxLineLength = 64 * 1024
const maxExampleLength = 200

/**
 * Entries of a list: text with an address a line, CSV, a JSON array, or JSON lines. Fails with `ContentError` where they cannot be
 * told apart.
 */
export async function* listedAddresses(content: AsyncIterable<Uint8Array>, listUrl: string) {
  for await (const fields of fieldsIn(content)) yield addressOf(fields, listUrl)
}

function addressOf(fields: Fields, listUrl: string): ListedAddress {
  const named = addressNames.map((name) => fields[name])
  const [only, another] = Object.values(fields).filter(isAddress)
  const text = named.find(isAddress) ?? (another === undefined ? only : undefined) ?? named.find(Boolean)
  const url = text === undefined ? null : URL.parse(text, listUrl)
  const example = Object.values(fields).join(' ').slice(0, maxExampleLength)
  if (url === null || !/^https?:$/.test(url.protocol)) return { problem: reasons.none, example }
  if (url.username !== '' || url.password !== '') return { problem: reasons.secret, example: url.host }
  url.hash = ''
  const name = pathNames.map((key) => fields[key]).find((value) => value && value !== text && !isAddress(value))
  const path = name?.replace(/^(?:\.?\/)+/, '') ?? [url.host, ...url.pathname.split('/').map(decoded)].join('/')
  return { url: url.href, path: path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') }
}

const isAddress = (text: string | undefined): text is string => /^https?:\/\/\S+$/i.test(text ?? '')

/** As it is where it cannot be decoded, or would become two names. */
function decoded(segment: string): string {
  try {
    const name = decodeURIComponent(segment)
    return /[/\\]|^\.{1,2}$/.test(name) ? segment : name
  } catch {
    return segment
  }
}

async function* fieldsIn(content: AsyncIterable<Uint8Array>): AsyncGenerator<Fields> {
  const parts = content[Symbol.asyncIterator]()
  const start: Uint8Array[] = []
  let head = ''
  while (head.length < maxLineLength && !/\S.*\n/.test(head)) {
    const next = await parts.next()
    if (next.done === true) break
    start.push(next.value)
    head = Buffer.concat(start)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll(/^\s*#.*\n/gm, '')
  }
  async function* all() {
    yield* start
    yield* { [Symbol.asyncIterator]: () => parts }
  }
  if (/^\s*\[/.test(head))
    for await (const { bytes } of readJsonParts(all())) yield fieldsOf(Buffer.from(bytes).toString())
  else if (/^\s*(?:\{|\S+:\/\/[^\s,;|]+[ \r]*(?:\n|$))/.test(head))
    for await (const text of linesOf(all(), maxLineLength)) {
      const line = text.trim()
      if (line !== '' && !line.startsWith('#')) yield fieldsOf(line)
    }
  else yield* rows(all())
}

async function* rows(content: AsyncIterable<Uint8Array>): AsyncGenerator<Fields> {
  let names: readonly string[] | undefined
  for await (const records of csvRecords(content))
    for (const { fields } of records) {
      const cells = fields.map((cell) => cell.trim())
      const isHeader = names === undefined && !cells.some((cell) => cell.includes('://'))
      names ??= isHeader ? cells.map((cell) => cell.toLowerCase()) : []
      if (!isHeader) yield Object.fromEntries(cells.map((cell, index) => [names?.[index] ?? String(index), cell]))
    }
}

function fieldsOf(text: string): Fields {
  const value: unknown = /^[{"]/.test(text) ? readJsonText(text) : text
  if (typeof value !== 'object' || value === null) return { 0: typeof value === 'string' ? value : text }
  const fields = Object.entries(value).filter(([, field]) => typeof field === 'string')
  return Object.fromEntries(fields.map(([name, field]) => [name.toLowerCase(), String(field)]))
}

const reasons = {
  none: { en: 'entries without an address of http or https', zh: '没有 http 或 https 地址的条目' },
  secret: { en: 'addresses with a user name or a password', zh: '包含用户名或密码的地址' },
} as const satisfies Record<string, Text>
