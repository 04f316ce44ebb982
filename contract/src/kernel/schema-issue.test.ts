import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeJsonError, parseJson } from '../formats/json/parse-json.ts'
import { readYamlTexts } from '../formats/text/yaml-texts.ts'
import { describeIssue } from './schema-issue.ts'

const schema = z.object({
  name: z.string().min(1),
  size: z.tuple([z.number().min(0), z.number().max(9)]),
  kind: z.enum(['box', 'mask']),
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
])('the first issue of %j is said in both languages', (value, field, en, zh) => {
  const { error } = schema.safeParse(value)
  expect(error && describeIssue(error, value, 'entry')).toEqual({ field, detail: { en, zh } })
})

test.each([
  ['{"a": 1', 'line 1, column 8 is not as JSON is'],
  ['{"a": ', 'it ends in the middle'],
  ['{"a": x}', '"x" is not expected'],
  ['{"a": 1\n,}', 'line 2, column 2 is not as JSON is'],
])('no words of the parser say what is wrong with %s', (text, en) => {
  try {
    parseJson(text)
    expect.unreachable()
  } catch (error) {
    expect(describeJsonError(error).en).toBe(en)
  }
})

test.each([
  ['a: "x', 'a quote, bracket, colon or comma is missing'],
  ['a: 1\na: 2', 'a name stands twice'],
  ['a: *b', 'an alias stands for nothing, or for far too much'],
  ['a: b: c', 'the indentation is wrong'],
])('no words of the parser say what is wrong with the YAML %j', (text, en) => {
  expect(readYamlTexts(text)).toMatchObject({ detail: { en } })
})
