export const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  open: 0x7b,
  close: 0x7d,
  newline: 0x0a,
} as const

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

export function isByteOrderMark(code: number): boolean {
  return code === 0xef || code === 0xbb || code === 0xbf
}

export function describe(code: number): string {
  return code > 0x20 && code < 0x7f ? `"${String.fromCharCode(code)}"` : `byte 0x${code.toString(16).padStart(2, '0')}`
}
