import type { PictureMetadata } from '@vermilion/contract/files/previews'

/** What the decoder's words come down to. */
export function problemOf(words: string): NonNullable<PictureMetadata['problem']> {
  if (/pixel limit|too large|too big|impossible dimensions/i.test(words)) return 'too-large'
  if (/unsupported|unknown variant|not a known|compression format|no decoding plugin/i.test(words))
    return 'unknown-format'
  return 'damaged'
}
