import type { FormatCodec } from '../codec.ts'
import { decodeVoc } from './decode.ts'
import { encodeVoc } from './encode.ts'

export const voc: FormatCodec = {
  id: 'voc',
  name: { en: 'Pascal VOC', zh: 'Pascal VOC' },
  labelTypes: ['target-detection'],
  layouts: [{ id: 'voc', name: { en: 'JPEGImages and Annotations', zh: 'JPEGImages 与 Annotations' } }],
  geometries: ['drawn'],
  detect: (paths) => {
    if (paths.some((path) => /(?:^|\/)Annotations\/.*\.xml$/i.test(path))) return 0.95
    return paths.some((path) => /\.xml$/i.test(path)) ? 0.6 : 0
  },
  decode: decodeVoc,
  encode: encodeVoc,
}
