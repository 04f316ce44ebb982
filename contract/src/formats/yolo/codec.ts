import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeYolo } from './decode.ts'
import { encodeYolo } from './encode.ts'
import { detectYolo } from './layout.ts'

export const yolo: FormatCodec = {
  id: 'yolo',
  ...formatOffers.yolo,
  detect: detectYolo,
  decode: decodeYolo,
  encode: encodeYolo,
}
