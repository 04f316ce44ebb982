import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeLabelStudio } from './decode.ts'
import { encodeLabelStudio } from './encode.ts'

export const labelStudio: FormatCodec = {
  id: 'label-studio',
  ...formatOffers['label-studio'],
  detect: (paths) => {
    if (paths.includes('tasks.json')) return 0.9
    return paths.some((path) => /\.json$/i.test(path)) ? 0.1 : 0
  },
  decode: decodeLabelStudio,
  encode: encodeLabelStudio,
}
