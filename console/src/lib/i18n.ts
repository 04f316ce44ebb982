import { type Language, say, type Text } from '@vermilion/contract/kernel/text'
import { useMemo } from 'react'
import { pseudo } from './pseudo.ts'
import { useSystem } from './system.ts'

/** A text with `{placeholders}`; numbers are grouped in threes. With two forms, the number `{count}` decides. */
export type Message = string | { readonly one: string; readonly other: string }
type Messages = Readonly<Record<string, Message>>

type HolesOf<Template> = Template extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesOf<Rest> : never
type Holes<M> = M extends { other: infer Other } ? HolesOf<Other> | 'count' : HolesOf<M>
type Value<Hole> = Hole extends 'count' ? number : string | number
type Values<M> = [Holes<M>] extends [never] ? [] : [values: { readonly [Hole in Holes<M>]: Value<Hole> }]

/** Both languages of one area. The types require the same keys and placeholders in each. */
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

export function catalogue<const En extends Messages, const Zh extends Readonly<Record<keyof En, string>>>(
  namespace: string,
  texts: { en: En; zh: Zh & SameHoles<En, Zh> },
): Catalogue<En> {
  return { namespace, ...texts }
}

/** English has a singular form; Chinese has none. */
const forms = new Intl.PluralRules('en')

/** Cached, since creating one takes longer than formatting a text. */
const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  'zh-CN': new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 20 }),
  'en-US': new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 }),
}

export function translator<M extends Messages>(texts: Catalogue<M>, language: Language): Translate<M> {
  const messages: Messages = language === 'zh-CN' ? texts.zh : texts.en
  return (key, ...[values = {}]: [values?: Readonly<Record<string, string | number>>]) => {
    const message = messages[key] ?? ''
    const template = typeof message === 'string' ? message : message[formOf(Number(values['count']))]
    return display(template).replaceAll(/\{(\w+)\}/g, (_, hole: string) => {
      const value = values[hole] ?? ''
      return typeof value === 'number' ? numbers[language].format(value) : value
    })
  }
}

/** `vite build --mode pseudo` makes the console with the pseudo-locale for tests. */
const display = import.meta.env.MODE === 'pseudo' ? pseudo : (text: string) => text

const formOf = (count: number) => (forms.select(count) === 'one' ? 'one' : 'other')

export const localize = (text: Text, language: Language): string => display(say(text, language))

export function useText<M extends Messages>(texts: Catalogue<M>): Translate<M> {
  const language = useSystem((system) => system.lang)
  return useMemo(() => translator(texts, language), [texts, language])
}
