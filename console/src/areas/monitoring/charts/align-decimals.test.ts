import { expect, test } from 'vitest'
import { alignDecimals } from './align-decimals.ts'

test('figures of one unit get equal decimals; other units, words and marks stay as they are', () => {
  expect(alignDecimals(['4.07 GiB', '3.5 GiB', '2 GiB', '999 KiB', '--'])).toEqual([
    '4.07 GiB',
    '3.50 GiB',
    '2.00 GiB',
    '999 KiB',
    '--',
  ])
  expect(alignDecimals(['31 %', '7 %'])).toEqual(['31 %', '7 %'])
  expect(alignDecimals(['0.4', '12', '-1.25'])).toEqual(['0.40', '12.00', '-1.25'])
})
