export interface Text {
  readonly en: string
  readonly zh: string
}

/** Supported language tags; lowercase in the `Language` header. */
export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'zh-CN'
export const fallbackLanguage: Language = 'en-US'

/** Parses a `Language` header case-insensitively; absent means the default, unknown the fallback. */
export function parseLanguage(header: string | undefined): Language {
  if (header === undefined || header === '') return defaultLanguage
  return header.toLowerCase().startsWith('zh') ? 'zh-CN' : fallbackLanguage
}

/** Text in one language with `{name}` placeholders filled; those without value stay. A value that is a text is translated too. */
export function say(text: Text, language: Language, values: Record<string, unknown> = {}): string {
  const template = language === 'zh-CN' ? text.zh : text.en
  return template.replaceAll(/\{(\w+)\}/g, (hole, name: string) =>
    name in values ? sayValue(values[name], language) : hole,
  )
}

export const sayInBoth = (text: Text, values?: Record<string, unknown>): Text => ({
  en: say(text, 'en-US', values),
  zh: say(text, 'zh-CN', values),
})

export const sayValue = (value: unknown, language: Language): string =>
  isText(value) ? say(value, language) : String(value)

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && 'en' in value && 'zh' in value
}
