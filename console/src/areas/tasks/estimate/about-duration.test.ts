import { expect, test } from 'vitest'
import { aboutDuration } from './about-duration.ts'

test.each([
  [0.4, '5 s'],
  [43, '45 s'],
  [157, '2 min 30 s'],
  [2_500, '42 min'],
  [7_300, '2 h'],
  [50_000, '14 h'],
])('%d seconds are said as %s', (seconds, text) => expect(aboutDuration(seconds)).toBe(text))
