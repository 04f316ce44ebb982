/** A text in each language the product speaks. A missing language does not compile. */
export interface Text {
  readonly en: string
  readonly zh: string
}

/** Language tags as the specification writes them; sent in lowercase by the `Language` header. */
export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'zh-CN'
/** Used for a request that names a language the product does not speak. */
export const fallbackLanguage: Language = 'en-US'

/** Reads a `Language` header of any case; absent means the default, unknown means the fallback. */
export function parseLanguage(header: string | undefined): Language {
  if (header === undefined || header === '') return defaultLanguage
  return header.toLowerCase().startsWith('zh') ? 'zh-CN' : fallbackLanguage
}

/**
 * Picks one language of a text and fills its `{name}` holes; a hole without a value stays as it is. A value that is
 * itself a text is said in the same language.
 */
export function say(text: Text, language: Language, values: Record<string, unknown> = {}): string {
  const template = language === 'zh-CN' ? text.zh : text.en
  return template.replaceAll(/\{(\w+)\}/g, (hole, name: string) =>
    name in values ? sayValue(values[name], language) : hole,
  )
}

/** A value in one language where it is a text. */
export const sayValue = (value: unknown, language: Language): string =>
  isText(value) ? say(value, language) : String(value)

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && 'en' in value && 'zh' in value
}
