import type { FormatDecoder } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeOpenImages } from './decode.ts'

export const openImages: FormatDecoder = {
  id: 'open-images',
  ...formatOffers['open-images'],
  detect(paths) {
    if (paths.some((path) => /-annotations-(?:bbox|human-imagelabels)[^/]*\.csv$|-imagelabels[^/]*\.csv$/i.test(path)))
      return 0.98
    return paths.some((path) => /\.csv$/i.test(path)) ? 0.1 : 0
  },
  decode: decodeOpenImages,
}
