import { defaultLanguage, parseLanguage, type Language } from '@vermilion/contract/kernel/text'
import type { FastifyRequest } from 'fastify'

const spoken: readonly (readonly [RegExp, Language])[] = [
  [/^zh(?:-|$)/, 'zh-CN'],
  [/^en(?:-|$)/, 'en-US'],
]

/** The caller's language: Vermilion's own header, else the browser's. */
export function languageOf(request: WithHeaders): Language {
  const own = languageHeader(request)
  return own === undefined || own === '' ? acceptedLanguage(request.headers['accept-language']) : parseLanguage(own)
}

type WithHeaders = Pick<FastifyRequest, 'headers'>

export function languageHeader({ headers }: WithHeaders): string | undefined {
  const header = headers['language']
  return Array.isArray(header) ? header[0] : header
}

/** The most preferred supported language (`de, en;q=0.8`), else the default. */
function acceptedLanguage(header = ''): Language {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const accepted = ranges.filter(({ quality }) => quality > 0).toSorted((one, other) => other.quality - one.quality)
  for (const { tag } of accepted) {
    const match = spoken.find(([pattern]) => pattern.test(tag))
    if (match !== undefined) return match[1]
  }
  return defaultLanguage
}
