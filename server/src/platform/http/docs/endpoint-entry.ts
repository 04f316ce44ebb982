import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { errorCatalogue, type ErrorName } from '@vermilion/contract/kernel/errors'
import { say, type Language, type Text } from '@vermilion/contract/kernel/text'
import { errorsOf } from './errors-of.ts'
import { exampleOf } from './examples.ts'
import { jsonSchema, rowsOf, type Row } from './schema-rows.ts'
import { texts } from './texts.ts'

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

interface EntryNeeds {
  readonly id: string
  readonly endpoint: Endpoint
  readonly language: Language
  /** The API's address without a trailing slash. */
  readonly address: string
}

export function endpointEntry({ id, endpoint, language, address }: EntryNeeds): string {
  const t = (text: Text, values: Record<string, unknown> = {}) => escape(say(text, language, values))
  const { method, path, summary, raw, answer } = endpoint
  const parameters = [...rows(endpoint.params), ...rows(endpoint.query)]
  const answered = answer === undefined ? [] : rowsOf(jsonSchema(answer, 'output'))
  return [
    `<article id="${id}"><h3><span class="method ${method}">${method}</span> <code>${escape(path)}</code></h3>`,
    `<p>${t(summary)}${language === 'zh-CN' ? '。' : '. '}${endpoint.public === true ? t(texts.open) : ''}</p>`,
    parameters.length === 0 ? '' : `<h4>${t(texts.parameters)}</h4>${table(parameters, language)}`,
    endpoint.body === undefined ? '' : `<h4>${t(texts.body)}</h4>${table(rows(endpoint.body), language)}`,
    `<h4>${t(texts.example)}</h4><pre>${escape(curl(endpoint, address))}</pre>`,
    raw === undefined
      ? answered.length === 0
        ? `<p>${t(texts.nothing)}</p>`
        : `<details><summary>${t(texts.answer)}</summary>${table(answered, language, false)}</details>`
      : `<p>${t(texts.raw, { type: raw })}</p>`,
    `<details><summary>${t(texts.fails)}</summary>${errorTable(errorsOf(endpoint), language)}</details></article>`,
  ].join('')

  function rows(schema: Endpoint['body']): Row[] {
    return schema === undefined ? [] : rowsOf(jsonSchema(schema, 'input'))
  }
}

function table(rows: readonly Row[], language: Language, withRequired = true): string {
  const t = (text: Text) => escape(say(text, language))
  const lines = rows.map(({ path, type, limits, required }) => {
    const mark = required && withRequired ? ` <em>${t(texts.required)}</em>` : ''
    return `<tr><td><code>${escape(path === '' ? 'data' : path)}</code>${mark}<td><code>${escape(type)}</code><td>${escape(say({ en: limits, zh: limits }, language, { characters: texts.characters, items: texts.items }))}`
  })
  return `<div class="table"><table><tr><th>${t(texts.name)}<th>${t(texts.type)}<th>${t(texts.limits)}${lines.join('')}</table></div>`
}

export function errorTable(names: readonly ErrorName[], language: Language): string {
  const t = (text: Text) => escape(say(text, language))
  const lines = names.map((name) => {
    const { code, text } = errorCatalogue[name]
    return `<tr><td><code>${name}</code><td>${code}<td>${t(text)}`
  })
  return `<div class="table"><table><tr><th>${t(texts.name)}<th>${t(texts.code)}<th>${t(texts.words)}${lines.join('')}</table></div>`
}

function curl({ method, path, body, public: isPublic }: Endpoint, address: string): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
  )
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${address}${filled}'`,
    isPublic === true ? '' : `  -H "Authorization: Bearer $VERMILION_TOKEN"`,
    body === undefined ? '' : `  -H 'Content-Type: application/json'`,
    body === undefined ? '' : `  -d '${JSON.stringify(exampleOf(jsonSchema(body, 'input')))}'`,
  ]
  return lines.filter((line) => line !== '').join(' \\\n')
}
