import { parseDocument } from 'yaml'

type YamlRead =
  | { readonly value: unknown }
  | { readonly value?: undefined; readonly line: number | null; readonly detail: string }

/**
 * The value of a YAML document with every plain value as the text that stands there: a class `2.0`, `0x1F`, `yes` or `null`
 * keeps its name. Numbers are for whoever expects some to make of the texts.
 */
export function readYamlTexts(text: string): YamlRead {
  const document = parseDocument(text, { schema: 'failsafe' })
  const broken = document.errors[0]
  if (broken) return { line: broken.linePos?.[0].line ?? null, detail: detailOf(broken) }
  try {
    return { value: document.toJS({ maxAliasCount: 10 }) as unknown }
  } catch (error) {
    // An alias of something that is not there, or one that unfolds to far too much, shows only here.
    return { line: null, detail: detailOf(error as Error) }
  }
}

/** The parser calls itself for each level, and says so of a document that has too many. */
const detailOf = ({ message }: Error): string =>
  message.includes('call stack') ? 'too deep' : (message.split('\n')[0] ?? '')
