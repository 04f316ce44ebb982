import { parseDocument, type ErrorCode } from 'yaml'
import type { Text } from '../../kernel/text.ts'

type YamlRead =
  | { readonly value: unknown }
  | { readonly value?: undefined; readonly line: number | null; readonly detail: Text }

/** Plain scalars stay text: a class `2.0`, `0x1F`, `yes` or `null` keeps its name. Consumers parse numbers. */
export function readYamlTexts(text: string): YamlRead {
  const document = parseDocument(text, { schema: 'failsafe' })
  const broken = document.errors[0]
  if (broken)
    return {
      line: broken.linePos?.[0].line ?? null,
      detail: isTooDeep(broken) ? tooDeep : (detailTexts[broken.code] ?? notRead),
    }
  try {
    return { value: document.toJS({ maxAliasCount: 10 }) as unknown }
  } catch (error) {
    // Unknown aliases, and those that expand too far, only fail here.
    return { line: null, detail: isTooDeep(error as Error) ? tooDeep : badAlias }
  }
}

/** The parser is recursive and fails this way on deep nesting. */
const isTooDeep = ({ message }: Error): boolean => message.includes('call stack')

const tooDeep: Text = { en: 'too deep', zh: '层级过深' }
const notRead: Text = { en: 'it cannot be read from here on', zh: '从此处起无法读取' }
const badAlias: Text = {
  en: 'an alias stands for nothing, or for far too much',
  zh: '别名没有对应的内容，或展开后过大',
}
const indented: Text = { en: 'the indentation is wrong', zh: '缩进有误' }
const detailTexts: Partial<Record<ErrorCode, Text>> = {
  BAD_ALIAS: badAlias,
  BAD_INDENT: indented,
  BLOCK_AS_IMPLICIT_KEY: indented,
  TAB_AS_INDENT: { en: 'a tab is no indentation', zh: '不能用制表符缩进' },
  DUPLICATE_KEY: { en: 'a name stands twice', zh: '名称重复' },
  MISSING_CHAR: { en: 'a quote, bracket, colon or comma is missing', zh: '缺少引号、括号、冒号或逗号' },
  UNEXPECTED_TOKEN: { en: 'something stands here that does not belong', zh: '此处有多余的内容' },
}
