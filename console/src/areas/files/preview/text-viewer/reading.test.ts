import { describe, expect, test } from 'vitest'
import { csvRows, separatorOf } from '@vermilion/contract/formats/csv/records'
import { decodeText } from './decode-text.ts'
import { cutLines, plainLines } from './lines.ts'

const bytes = (...values: number[]) => new Uint8Array(values)
const utf8 = (text: string) => new TextEncoder().encode(text)

describe('the encoding of a text', () => {
  test('is told by its mark', () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ encoding: 'UTF-8', text: 'a' })
    expect(decodeText(bytes(0xff, 0xfe, 0x31, 0x67))).toEqual({ encoding: 'UTF-16LE', text: '朱' })
    expect(decodeText(bytes(0xfe, 0xff, 0x67, 0x31))).toEqual({ encoding: 'UTF-16BE', text: '朱' })
  })

  test('is UTF-8 where it can be, also when the last character was cut, and GB18030 otherwise', () => {
    expect(decodeText(utf8('朱雀'))).toEqual({ encoding: 'UTF-8', text: '朱雀' })
    expect(decodeText(utf8('朱雀').slice(0, 5))).toEqual({ encoding: 'UTF-8', text: '朱' })
    expect(decodeText(bytes(0xd6, 0xec, 0xc8, 0xb8))).toEqual({ encoding: 'GB18030', text: '朱雀' })
    expect(decodeText(bytes(0x63, 0x61, 0x66, 0xe9, 0x20, 0x21))?.text).toBe('café !')
  })

  test('is none where the content is no text', () => {
    expect(decodeText(bytes(0x50, 0x4b, 0x03, 0x04, 0x00))).toBeUndefined()
  })
})

describe('lines', () => {
  test('keep their colours where a coloured part goes over several', () => {
    expect(cutLines('<span class="hljs-string">a\nb</span>c &lt;d&gt;')).toEqual([
      { number: 1, pieces: [['hljs-string', 'a']] },
      {
        number: 2,
        pieces: [
          ['hljs-string', 'b'],
          ['', 'c <d>'],
        ],
      },
    ])
  })

  test('of great length go on in further ones without a number, and nothing is lost', () => {
    const label = `${'x'.repeat(4_500)}\n<b>&amp;`
    const lines = plainLines(label)
    expect(lines.map(({ number }) => number)).toEqual([1, null, null, 2])
    expect(lines.flatMap(({ pieces }) => pieces.map(([, text]) => text)).join('')).toBe(label.replace('\n', ''))
  })
})

describe('separated values', () => {
  test('are read with quotes, doubled quotes and lines within', () => {
    expect(csvRows('a,"b ""c"", d",e\r\n"two\nlines",,\n', ',')).toEqual([
      ['a', 'b "c", d', 'e'],
      ['two\nlines', '', ''],
    ])
    expect(csvRows('a,b', ',')).toEqual([['a', 'b']])
    expect(csvRows('"never closed', ',')).toEqual([['never closed']])
  })

  test('tell their separator', () => {
    expect(['a,b,c', 'a;b;"1,2,3,4"', 'a\tb\tc', 'a|b'].map(separatorOf)).toEqual([',', ';', '\t', '|'])
  })
})
