import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeMasks } from './decode.ts'
import { encodeMasks } from './encode.ts'
import { detectMasks } from './layout.ts'

export const masks: FormatCodec = {
  id: 'mask',
  ...formatOffers.mask,
  detect: detectMasks,
  decode: decodeMasks,
  encode: encodeMasks,
}
