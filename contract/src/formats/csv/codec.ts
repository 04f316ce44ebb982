import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeCsv } from './decode.ts'
import { encodeCsv } from './encode.ts'

export const csv: FormatCodec = {
  id: 'csv',
  ...formatOffers.csv,
  detect: (paths) =>
    paths.some((path) => /(?:^|\/)_?annotations\.csv$/i.test(path))
      ? 0.9
      : paths.some((path) => /\.csv$/i.test(path))
        ? 0.55
        : 0,
  decode: decodeCsv,
  encode: encodeCsv,
}
