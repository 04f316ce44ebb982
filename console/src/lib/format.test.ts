import { describe, expect, test } from 'vitest'
import { formatDuration, formatMeasure, formatRelative, formatShare, formatSize, formatTime } from './format.ts'

describe('format', () => {
  test('R3.16 a date-time is YYYY-MM-DD HH:mm:ss, and -- where there is none', () => {
    expect(formatTime(new Date(2026, 10, 3, 4, 5, 6), 'local')).toBe('2026-11-03 04:05:06')
    expect(formatTime(Date.UTC(2026, 10, 3, 14, 5, 6), 'utc')).toBe('2026-11-03 14:05:06')
    for (const none of [null, undefined, '', 'yesterday']) {
      for (const zone of ['local', 'utc'] as const) expect(formatTime(none, zone)).toBe('--')
    }
  })

  test('R3.17 a duration is in hours, minutes and seconds', () => {
    expect(formatDuration(0)).toBe('0 s')
    expect(formatDuration(42_900)).toBe('42 s')
    expect(formatDuration(60_000)).toBe('1 min')
    expect(formatDuration(125_000)).toBe('2 min 5 s')
    expect(formatDuration(3_600_000)).toBe('1 h')
    expect(formatDuration(3_725_000)).toBe('1 h 2 min 5 s')
    expect(formatDuration(90_000_000)).toBe('25 h')
    expect(formatDuration(null)).toBe('--')
    expect(formatDuration(Number.NaN)).toBe('--')
  })

  test('sizes are binary, with three significant figures', () => {
    expect(formatSize(0)).toBe('0 B')
    expect(formatSize(999)).toBe('999 B')
    expect(formatSize(1_024)).toBe('1 KiB')
    expect(formatSize(1_536_000)).toBe('1.46 MiB')
    expect(formatSize(5 * 1024 ** 4)).toBe('5 TiB')
    expect(formatSize(null)).toBe('--')
    expect([11 * 1024, 10_219, 24].map((size) => formatSize(size, 1))).toEqual(['11.0 KiB', '10.0 KiB', '24 B'])
  })

  test('shares and measures that are not known are not zero', () => {
    expect(formatShare(0.1234)).toBe('12.3 %')
    expect(formatShare(null)).toBe('--')
    expect(formatMeasure(0.5)).toBe('0.500')
    expect(formatMeasure(null)).toBe('--')
  })

  test('a relative time speaks the language', () => {
    const now = Date.UTC(2026, 0, 2)
    expect(formatRelative(now - 20_000, 'en-US', now)).toBe('just now')
    expect(formatRelative(now - 5 * 60_000, 'en-US', now)).toBe('5 minutes ago')
    expect(formatRelative(now - 26 * 3_600_000, 'zh-CN', now)).toBe('昨天')
    expect(formatRelative(now - 5 * 60_000, 'zh-CN', now)).toBe('5 分钟前')
    expect(formatRelative(now - 20_000, 'zh-CN', now)).toBe('刚刚')
    expect(formatRelative(null, 'zh-CN', now)).toBe('--')
  })
})
