import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue } from './schema-issue.ts'
import { schemaMessage } from './schema-message.ts'

const schema = z.object({
  name: z.string().min(1),
  size: z.tuple([z.number().min(0), z.number().max(9)]),
  kind: z.enum(['box', 'mask']),
  at: z.iso.datetime().optional(),
  side: z.number().multipleOf(16).optional(),
  more: z.strictObject({ on: z.boolean() }).optional(),
  host: z.string().regex(/^\w+$/, schemaMessage('needs a host', '请填写主机')).optional(),
})
const sound = { name: 'a', size: [1, 2], kind: 'box' }

test.each([
  [{ ...sound, name: undefined }, 'name', 'is missing', '缺失'],
  [{ ...sound, name: 1 }, 'name', 'must be text', '必须是文本'],
  [{ ...sound, name: '' }, 'name', 'must have 1 or more characters', '必须至少有 1 个字符'],
  [{ ...sound, size: [1, '2'] }, 'size.1', 'must be a number', '必须是数字'],
  [{ ...sound, size: [-1, 2] }, 'size.0', 'must be at least 0', '必须不小于 0'],
  [{ ...sound, size: [1, 10] }, 'size.1', 'must be at most 9', '必须不大于 9'],
  [{ ...sound, kind: 'line' }, 'kind', 'must be one of box, mask', '必须是以下之一：box, mask'],
  [[], 'entry', 'must be an object', '必须是对象'],
  [
    { ...sound, at: 'today' },
    'at',
    'must be a time such as 2025-01-31T08:00:00Z',
    '必须是时间，例如 2025-01-31T08:00:00Z',
  ],
  [{ ...sound, side: 17 }, 'side', 'must be a multiple of 16', '必须是 16 的倍数'],
  [{ ...sound, more: { on: true, off: 1 } }, 'more', 'has fields that are not known: off', '包含未知字段：off'],
  [{ ...sound, host: '-' }, 'host', 'needs a host', '请填写主机'],
])('the first issue of %j is said in both languages', (value, field, en, zh) => {
  const { error } = schema.safeParse(value)
  expect(error && describeIssue(error, value, 'entry')).toEqual({ field, detail: { en, zh } })
})
