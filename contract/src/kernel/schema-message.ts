import type { Text } from './text.ts'

const translations = new Map<string, string>()

/** A message of a schema in both languages: the English one, which a schema holds, with the Chinese one kept beside it. */
export function schemaMessage(en: string, zh: string): string {
  translations.set(en, zh)
  return en
}

/** Translates a schema's message; without a translation the English text serves for both. */
export const schemaMessageText = (en: string): Text => ({ en, zh: translations.get(en) ?? en })
