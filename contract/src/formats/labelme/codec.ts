import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { isImagePath, stemOf } from '../images/image-paths.ts'
import { decodeLabelme } from './decode.ts'
import { encodeLabelme } from './encode.ts'

export const labelme: FormatCodec = {
  id: 'labelme',
  ...formatOffers.labelme,
  detect(paths) {
    const documents = paths.filter((path) => /\.json$/i.test(path))
    const stems = new Set(paths.filter(isImagePath).map(stemOf))
    if (documents.some((path) => stems.has(stemOf(path)))) return 0.8
    return documents.length > 1 ? 0.6 : documents.length * 0.4
  },
  decode: decodeLabelme,
  encode: encodeLabelme,
}
