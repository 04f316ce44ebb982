import { expect, test } from 'vitest'
import { isReply, partsOf, pasteOf } from './paste.ts'

test('R4.02 nothing that is pasted can leave its brackets or end a line unseen', () => {
  expect(pasteOf('a\r\nb\rc\td 火')).toBe('a\nb\nc\td 火')
  expect(pasteOf('x\u{1b}[201~rm -rf /\u{3}\u{9b}201~\0y')).toBe('x[201~rm -rf /201~y')
})

test('R4.02 what a terminal answers by itself is told from what is typed', () => {
  const replies = ['\u{1b}[?1;2c', '\u{1b}[>0;276;0c', '\u{1b}[24;80R', '\u{1b}[0n', '\u{1b}[?2026;2$y', '\u{1b}[I']
  for (const text of [...replies, '\u{1b}]11;rgb:0/0/0\u{1b}\\', '\u{1b}P1$r0m\u{1b}\\'])
    expect(isReply(text)).toBe(true)
  for (const text of ['c', '\u{1b}', '\u{1b}[A', '\u{1b}OP', '\u{1b}[1;5C', '\u{1b}[15~', '\u{1b}[<0;3;4M', '\u{1b}b'])
    expect(isReply(text)).toBe(false)
})

test('R4.02 a long paste is sent in parts', () => {
  expect([...partsOf(new Uint8Array(40_000))].map(({ length }) => length)).toEqual([16_384, 16_384, 7_232])
})
