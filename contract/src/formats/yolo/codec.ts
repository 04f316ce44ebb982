import type { FormatCodec } from '../codec.ts'
import { decodeYolo } from './decode.ts'
import { encodeYolo } from './encode.ts'
import { detectYolo } from './layout.ts'

export const yolo: FormatCodec = {
  id: 'yolo',
  name: { en: 'YOLO', zh: 'YOLO' },
  labelTypes: ['target-detection', 'semantic-segmentation'],
  layouts: [{ id: 'ultralytics', name: { en: 'Ultralytics', zh: 'Ultralytics' } }],
  geometries: ['drawn'],
  detect: detectYolo,
  decode: decodeYolo,
  encode: encodeYolo,
}
