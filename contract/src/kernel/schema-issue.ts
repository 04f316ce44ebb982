import type { z } from 'zod'
import { schemaMessageText } from './schema-message.ts'
import type { Text } from './text.ts'

export interface SchemaIssue {
  readonly field: string
  readonly detail: Text
}

const missing: Text = { en: 'is missing', zh: '缺失' }
const notValid: Text = { en: 'is not valid', zh: '无效' }
const typeTexts: Readonly<Record<string, Text>> = {
  string: { en: 'must be text', zh: '必须是文本' },
  number: { en: 'must be a number', zh: '必须是数字' },
  int: { en: 'must be a whole number', zh: '必须是整数' },
  boolean: { en: 'must be true or false', zh: '必须是 true 或 false' },
  array: { en: 'must be a list', zh: '必须是列表' },
  tuple: { en: 'must be a list', zh: '必须是列表' },
  object: { en: 'must be an object', zh: '必须是对象' },
  record: { en: 'must be an object', zh: '必须是对象' },
}

export const describeIssues = ({ issues }: z.ZodError, value: unknown, valueName: string): SchemaIssue[] =>
  issues.map((issue) => ({
    field: issue.path.join('.') || valueName,
    detail: detailOf(issue, valueAt(value, issue.path)),
  }))

export const describeIssue = (error: z.ZodError, value: unknown, valueName: string): SchemaIssue =>
  describeIssues(error, value, valueName)[0] ?? { field: valueName, detail: notValid }

export const issueText = ({ field, detail }: SchemaIssue): Text => ({
  en: `${field}: ${detail.en}`,
  zh: `${field}：${detail.zh}`,
})

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (outer, name) => (typeof outer === 'object' && outer !== null ? Reflect.get(outer, name) : undefined),
    value,
  )
}

/** Prefix of zod's own messages; other messages come from the product's schemas. */
const libraryMessage = /^(?:Invalid|Too (?:small|big)|Unrecognized)\b/

function detailOf(issue: z.core.$ZodIssue, value: unknown): Text {
  if (!libraryMessage.test(issue.message)) return schemaMessageText(issue.message)
  if (value === undefined) return missing
  switch (issue.code) {
    case 'invalid_type':
      return typeTexts[issue.expected] ?? notValid
    case 'too_small':
      return limitText(issue.origin, 'least', issue.minimum)
    case 'too_big':
      return limitText(issue.origin, 'most', issue.maximum)
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ')
      return { en: `must be one of ${values}`, zh: `必须是以下之一：${values}` }
    }
    case 'unrecognized_keys': {
      const keys = issue.keys.join(', ')
      return { en: `has fields that are not known: ${keys}`, zh: `包含未知字段：${keys}` }
    }
    case 'not_multiple_of':
      return { en: `must be a multiple of ${issue.divisor}`, zh: `必须是 ${issue.divisor} 的倍数` }
    case 'invalid_format':
      return formatText(issue)
    default:
      return notValid
  }
}

function formatText({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Text {
  if (format === 'datetime') {
    const example = '2025-01-31T08:00:00Z'
    return { en: `must be a time such as ${example}`, zh: `必须是时间，例如 ${example}` }
  }
  return pattern === undefined ? notValid : { en: `must match ${pattern}`, zh: `必须符合 ${pattern}` }
}

const limits = {
  least: { number: ['at least', '不小于'], size: ['or more', '至少'] },
  most: { number: ['at most', '不大于'], size: ['or fewer', '最多'] },
} as const

function limitText(origin: string, side: keyof typeof limits, limit: number | bigint): Text {
  const { number, size } = limits[side]
  if (origin === 'number' || origin === 'int')
    return { en: `must be ${number[0]} ${limit}`, zh: `必须${number[1]} ${limit}` }
  return origin === 'string'
    ? { en: `must have ${limit} ${size[0]} characters`, zh: `必须${size[1]}有 ${limit} 个字符` }
    : { en: `must have ${limit} ${size[0]} entries`, zh: `必须${size[1]}有 ${limit} 项` }
}
