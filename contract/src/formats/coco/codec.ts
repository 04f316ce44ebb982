import type { FormatCodec } from '../codec.ts'
import { decodeCocoFiles } from './decode.ts'
import { encodeCocoFiles } from './encode.ts'
import { detectCoco } from './layout.ts'

export const coco: FormatCodec = {
  id: 'coco',
  name: { en: 'COCO', zh: 'COCO' },
  labelTypes: ['target-detection', 'semantic-segmentation'],
  layouts: [
    { id: 'annotations', name: { en: 'One folder of annotations', zh: '统一的 annotations 文件夹' } },
    { id: 'beside', name: { en: 'Annotations beside the images', zh: '标注与图片同文件夹' } },
  ],
  geometries: ['drawn', 'polygon', 'rle', 'compressed-rle'],
  detect: detectCoco,
  decode: decodeCocoFiles,
  encode: encodeCocoFiles,
}
