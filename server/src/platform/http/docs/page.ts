import type { AreaName } from '@vermilion/contract/endpoints'
import { basePath as apiPath, requestIdLength } from '@vermilion/contract/kernel/endpoint'
import { errorCatalogue, type ErrorName } from '@vermilion/contract/kernel/errors'
import { languages, say, type Language, type Text } from '@vermilion/contract/kernel/text'
import type { ApiDescription } from '../openapi/description.ts'
import { endpointEntry, errorTable, escape } from './endpoint-entry.ts'
import { style } from './style.ts'
import { areaTitles, texts } from './texts.ts'

export interface PageWishes {
  readonly language: Language
  /** Undefined leaves it to the browser. */
  readonly theme: 'light' | 'dark' | undefined
  readonly origin: string
}

const envelope = `{
  "code": 200,
  "message": "success",
  "data": …,
  "requestId": "…"
}`

/** The whole API as one page: contents on the left, every call with tables and an example, all errors. */
export function docsPage(
  { areas, version, basePath }: ApiDescription,
  { language, theme, origin }: PageWishes,
): string {
  const t = (text: Text, values: Record<string, unknown> = {}) => escape(say(text, language, values))
  const base = basePath + apiPath
  const titleOf = (area: string) => t(areaTitles[area as AreaName])
  const contents = Object.entries(areas).map(([area, endpoints]) => {
    const calls = Object.entries(endpoints).map(
      ([name, { method, path }]) =>
        `<li><a href="#${area}-${name}"><span class="${method}">${method}</span><code>${escape(path)}</code></a>`,
    )
    return `<li><a href="#${area}">${titleOf(area)}</a><ul>${calls.join('')}</ul>`
  })
  const sections = Object.entries(areas).map(([area, endpoints]) => {
    const entries = Object.entries(endpoints).map(([name, endpoint]) =>
      endpointEntry({ id: `${area}-${name}`, endpoint, language, address: origin + base }),
    )
    return `<section><h2 id="${area}">${titleOf(area)}</h2>${entries.join('')}</section>`
  })
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  const look = theme === undefined ? '' : ` data-theme="${theme}"`
  const toOther = `?lang=${other}${theme === undefined ? '' : `&amp;theme=${theme}`}`
  return `<!doctype html><html lang="${language}"${look}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${t(texts.title)} ${escape(version)}</title><style>${style}</style></head>
<body><div class="page"><nav aria-label="${t(texts.contents)}"><h2>${t(texts.contents)}</h2><ul>
<li><a href="#calling">${t(texts.calling)}</a>${contents.join('')}<li><a href="#errors">${t(texts.allErrors)}</a></ul></nav>
<main><header><h1>${t(texts.title)} ${escape(version)}</h1><a href="${toOther}" lang="${other}">${t(texts.other)}</a></header>
<h2 id="calling">${t(texts.calling)}</h2><p>${t(texts.base, { base })}</p><pre>${envelope}</pre>
<p style="margin-top:12px">${t(texts.token, { languages: languages.join(', ').toLowerCase() })}</p>
<p>${t(texts.repeat, { length: requestIdLength })}</p>
<p><a href="${escape(`${basePath}${apiPath}`)}/openapi.json">${t(texts.document)}</a></p>
${sections.join('')}<section><h2 id="errors">${t(texts.allErrors)}</h2>${errorTable(allErrors, language)}</section></main></div></body></html>`
}

const allErrors = Object.keys(errorCatalogue) as ErrorName[]
