import { expect, test } from 'vitest'
import { describeJsonError, parseJson } from '../json/parse-json.ts'
import { readYamlTexts } from './yaml-texts.ts'

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
