import { fallbackLanguage, type Language } from '@vermilion/contract/kernel/text'
import i18next, { type i18n } from 'i18next'
import { useMemo } from 'react'
import { useSystem } from './system.ts'

/** A text with `{holes}`; with two forms where the number `{count}` decides. */
export type Message = string | { readonly one: string; readonly other: string }
type Messages = Readonly<Record<string, Message>>

type HolesOf<Template> = Template extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesOf<Rest> : never
type Holes<M> = M extends { other: infer Other } ? HolesOf<Other> | 'count' : HolesOf<M>
type Value<Hole> = Hole extends 'count' ? number : string | number
type Values<M> = [Holes<M>] extends [never] ? [] : [values: { readonly [Hole in Holes<M>]: Value<Hole> }]

/** Both languages of one area. The same keys, and the same holes in each, or it does not compile. */
export interface Catalogue<M extends Messages = Messages> {
  readonly namespace: string
  readonly en: M
  readonly zh: Readonly<Record<keyof M, string>>
}

export type Translate<M extends Messages> = <Key extends keyof M & string>(
  key: Key,
  ...values: Values<M[Key]>
) => string

type SameHoles<En, Zh> = {
  [Key in keyof Zh]: Key extends keyof En ? (Holes<Zh[Key]> extends Holes<En[Key]> ? string : never) : never
}

const engine: i18n = i18next.createInstance({
  fallbackLng: fallbackLanguage,
  resources: {},
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
})
void engine.init()

export function catalogue<const En extends Messages, const Zh extends Readonly<Record<keyof En, string>>>(
  namespace: string,
  texts: { en: En; zh: Zh & SameHoles<En, Zh> },
): Catalogue<En> {
  engine.addResourceBundle('en-US', namespace, flatten(texts.en))
  engine.addResourceBundle('zh-CN', namespace, texts.zh)
  return { namespace, ...texts }
}

function flatten(messages: Messages): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, message]) =>
      typeof message === 'string'
        ? [[key, message]]
        : [
            [`${key}_one`, message.one],
            [`${key}_other`, message.other],
          ],
    ),
  )
}

/** The texts of a catalogue in one language, for code outside components. */
export function translator<M extends Messages>(texts: Catalogue<M>, language: Language): Translate<M> {
  const translate: (key: string, values: Record<string, unknown>) => string = engine.getFixedT(
    language,
    texts.namespace,
  )
  return (key, ...values) => translate(key, values[0] ?? {})
}

/** The texts of a catalogue in the user's language: `const t = useText(text); t('title')`. */
export function useText<M extends Messages>(texts: Catalogue<M>): Translate<M> {
  const language = useSystem((system) => system.lang)
  return useMemo(() => translator(texts, language), [texts, language])
}
