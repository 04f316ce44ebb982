import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { isImagePath } from '../images/image-paths.ts'
import { decodeImagenet } from './decode.ts'
import { encodeImagenet } from './encode.ts'

export const imagenet: FormatCodec = {
  id: 'imagenet',
  ...formatOffers.imagenet,
  detect: (paths) => {
    if (paths.some((path) => /(?:^|\/)synsets\.txt$/.test(path))) return 0.95
    const others = paths.filter((path) => !isImagePath(path))
    return others.length === 0 && paths.length > 0 && paths.every((path) => path.includes('/')) ? 0.2 : 0
  },
  decode: decodeImagenet,
  encode: encodeImagenet,
}
