import { expect, test } from 'vitest'
import { catalogue, type Message, translator } from './i18n.ts'

const modules = import.meta.glob<{
  text?: { en: Record<string, Message>; zh: Record<string, string>; namespace: string }
}>('../**/text.ts', { eager: true })
const catalogues = Object.entries(modules).flatMap(([path, { text }]) => (text === undefined ? [] : [{ path, text }]))

const holes = (message: Message) =>
  [...(typeof message === 'string' ? message : message.other).matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole).sort()

test('R1.10 every catalogue has the same keys and holes in both languages, and no empty text', () => {
  expect(catalogues.length).toBeGreaterThan(8)
  for (const { path, text } of catalogues) {
    expect(Object.keys(text.zh).sort(), path).toEqual(Object.keys(text.en).sort())
    for (const [key, message] of Object.entries(text.en)) {
      expect(holes(text.zh[key] ?? ''), `${path} ${key}`).toEqual(holes(message))
      expect(text.zh[key]?.trim(), `${path} ${key}`).not.toBe('')
    }
  }
})

test('two areas never share a namespace', () => {
  const names = catalogues.map(({ text }) => text.namespace)
  expect(new Set(names).size).toBe(names.length)
})

test('holes are filled and numbers choose the form', () => {
  const text = catalogue('i18n-test', {
    en: { files: { one: '{count} file in {name}', other: '{count} files in {name}' }, plain: 'Yes' },
    zh: { files: '{name} 中有 {count} 个文件', plain: '是' },
  })
  const en = translator(text, 'en-US')
  expect(en('files', { count: 1, name: '<b>' })).toBe('1 file in <b>')
  expect(en('files', { count: 0, name: 'a' })).toBe('0 files in a')
  expect(translator(text, 'zh-CN')('files', { count: 1, name: 'a' })).toBe('a 中有 1 个文件')
  expect(translator(text, 'zh-CN')('plain')).toBe('是')
  expect(en('files', { count: 1_000_000, name: '2026' })).toBe('1,000,000 files in 2026')
  expect(translator(text, 'zh-CN')('files', { count: 1_000_000, name: 'a' })).toBe('a 中有 1,000,000 个文件')
})
