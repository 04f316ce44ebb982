import type { z } from 'zod'
import type { Text } from './text.ts'

/** Where a value is not as its schema, and how. */
export interface SchemaIssue {
  /** The names on the way to it, with dots between them. */
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

/** The first of the issues that a schema has with a value, in words of the product; `valueName` is that of the value itself. */
export function describeIssue({ issues: [issue] }: z.ZodError, value: unknown, valueName: string): SchemaIssue {
  const path = issue?.path ?? []
  return {
    field: path.join('.') || valueName,
    detail: issue === undefined ? notValid : detailOf(issue, valueAt(value, path)),
  }
}

/** The same in one text: `field: what is wrong there`. */
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

function detailOf(issue: z.core.$ZodIssue, value: unknown): Text {
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
    default:
      return notValid
  }
}

const limits = {
  least: { number: ['at least', '不小于'], size: ['or more', '至少'] },
  most: { number: ['at most', '不大于'], size: ['or fewer', '最多'] },
} as const

/** Of a number its bound; of a text or a list how many characters or entries it has. */
function limitText(origin: string, side: keyof typeof limits, limit: number | bigint): Text {
  const { number, size } = limits[side]
  if (origin === 'number' || origin === 'int')
    return { en: `must be ${number[0]} ${limit}`, zh: `必须${number[1]} ${limit}` }
  return origin === 'string'
    ? { en: `must have ${limit} ${size[0]} characters`, zh: `必须${size[1]}有 ${limit} 个字符` }
    : { en: `must have ${limit} ${size[0]} entries`, zh: `必须${size[1]}有 ${limit} 项` }
}
