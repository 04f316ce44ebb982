import type { Text } from './text.ts'

const translations = new Map<string, string>()

/** Registers a message in both languages: the schema holds the English text, with the Chinese one stored beside it. */
export function schemaMessage(en: string, zh: string): string {
  translations.set(en, zh)
  return en
}

/** Translates a schema's message; without a translation the English text serves for both. */
export const schemaMessageText = (en: string): Text => ({ en, zh: translations.get(en) ?? en })
