/** Bounds of what a device is believed to say in one answer. */
const mostLines = 5_000
const longestLine = 2_000

/** A line `key value`. */
export type Line = readonly [key: string, value: string]

/** Lines of what a device wrote: cut to bounds, and without control characters, whatever it is. */
export function linesOf(output: Buffer | string): Line[] {
  const text = typeof output === 'string' ? output : output.toString('utf8')
  return text.split('\n', mostLines).flatMap((raw): Line[] => {
    const line = cleanText(raw, longestLine)
    if (line === '') return []
    const cut = line.indexOf(' ')
    return [cut < 0 ? [line, ''] : [line.slice(0, cut), line.slice(cut + 1).trim()]]
  })
}

/** One line of text that may be shown. */
export function cleanText(text: string, longest = 200): string {
  return text
    .slice(0, longest * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\u{FFFD}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, longest)
}

/** Values of the lines with that key, in their order. */
export function valuesOf(lines: readonly Line[], key: string): string[] {
  return lines.flatMap(([own, value]) => (own === key ? [value] : []))
}

/** A whole number from 0 that can be counted with; null for anything else. */
export function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return null
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : null
}

/** A decimal number, null for anything else. */
export function decimalNumber(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : null
}
