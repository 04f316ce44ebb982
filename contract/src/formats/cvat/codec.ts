import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeCvat } from './decode.ts'
import { encodeCvat } from './encode.ts'

export const cvat: FormatCodec = {
  id: 'cvat',
  ...formatOffers.cvat,
  detect(paths) {
    if (paths.some((path) => /(?:^|\/)annotations\.xml$/i.test(path))) return 0.98
    return paths.some((path) => /\.xml$/i.test(path)) ? 0.1 : 0
  },
  decode: decodeCvat,
  encode: encodeCvat,
}
