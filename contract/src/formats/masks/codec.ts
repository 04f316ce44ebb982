import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeMasks } from './decode.ts'
import { encodeMasks } from './encode.ts'
import { detectMasks } from './layout.ts'

export const masks: FormatCodec = {
  id: 'mask',
  name: { en: 'Mask pictures (PNG)', zh: '掩码图（PNG）' },
  ...formatOffers.mask,
  detect: detectMasks,
  decode: decodeMasks,
  encode: encodeMasks,
}
