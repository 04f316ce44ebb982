import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { isClassSet } from './class-sets.ts'
import { decodeVoc } from './decode.ts'
import { encodeVoc } from './encode.ts'

export const voc: FormatCodec = {
  id: 'voc',
  ...formatOffers.voc,
  detect: (paths) => {
    if (paths.some((path) => /(?:^|\/)Annotations\/.*\.xml$/i.test(path))) return 0.95
    if (paths.some(isClassSet)) return 0.9
    return paths.some((path) => /\.xml$/i.test(path)) ? 0.6 : 0
  },
  decode: decodeVoc,
  encode: encodeVoc,
}
