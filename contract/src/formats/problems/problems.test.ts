import { expect, test } from 'vitest'
import { formatProblemTexts } from './problem-texts.ts'
import { failureOf, formatProblem, leftOutBy, sayProblem } from './problems.ts'

test('every problem is said in both languages, with the same values', () => {
  const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
  for (const { text } of Object.values(formatProblemTexts)) {
    expect(holes(text.zh)).toEqual(holes(text.en))
    if (/[a-z]/.test(text.en.replaceAll(/\{\w+\}/g, ''))) expect(text.zh).toMatch(/\p{Script=Han}/u)
  }
})

test('a problem says where it is, why, and what stays out', () => {
  const problem = formatProblem.parse({ file: 'a.txt', line: 3, reason: 'not-a-number', values: { text: 'x' } })
  expect(sayProblem(problem, 'zh-CN')).toBe('“x”不是数字')
  expect(leftOutBy(problem)).toBe('label')
  expect(failureOf(problem).values['reason']).toEqual({
    en: 'a.txt: line 3: "x" is not a number',
    zh: 'a.txt: 第 3 行：“x”不是数字',
  })
})
