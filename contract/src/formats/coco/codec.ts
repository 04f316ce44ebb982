import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeCocoFiles } from './decode.ts'
import { encodeCocoFiles } from './encode.ts'
import { detectCoco } from './layout.ts'

export const coco: FormatCodec = {
  id: 'coco',
  ...formatOffers.coco,
  detect: detectCoco,
  decode: decodeCocoFiles,
  encode: encodeCocoFiles,
}
