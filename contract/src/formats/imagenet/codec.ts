import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeImagenet } from './decode.ts'
import { encodeImagenet } from './encode.ts'
import { areClassFolders } from './layout.ts'

export const imagenet: FormatCodec = {
  id: 'imagenet',
  ...formatOffers.imagenet,
  detect: (paths) => {
    if (paths.some((path) => /(?:^|\/)synsets\.txt$/.test(path))) return 0.95
    return areClassFolders(paths) ? 0.2 : 0
  },
  decode: decodeImagenet,
  encode: encodeImagenet,
}
