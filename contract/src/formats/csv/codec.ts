import type { FormatCodec } from '../codec.ts'
import { decodeCsv } from './decode.ts'
import { encodeCsv } from './encode.ts'

export const csv: FormatCodec = {
  id: 'csv',
  name: { en: 'Table (CSV)', zh: '表格（CSV）' },
  labelTypes: ['target-detection', 'semantic-segmentation', 'picture-classification'],
  layouts: [{ id: 'table', name: { en: 'One table', zh: '单个表格' } }],
  geometries: ['drawn'],
  detect: (paths) =>
    paths.some((path) => /(?:^|\/)_?annotations\.csv$/i.test(path))
      ? 0.9
      : paths.some((path) => /\.csv$/i.test(path))
        ? 0.55
        : 0,
  decode: decodeCsv,
  encode: encodeCsv,
}
