import type { FormatCodec } from '../codec.ts'
import { decodeMasks } from './decode.ts'
import { encodeMasks } from './encode.ts'
import { detectMasks } from './layout.ts'

export const masks: FormatCodec = {
  id: 'mask',
  name: { en: 'Mask pictures (PNG)', zh: '掩码图（PNG）' },
  labelTypes: ['semantic-segmentation'],
  layouts: [
    {
      id: 'voc',
      name: { en: 'SegmentationClass and SegmentationObject', zh: 'SegmentationClass 与 SegmentationObject' },
    },
    {
      id: 'grey',
      name: { en: 'Grey, the pixel is the class, 255 is ignored', zh: '灰度图，像素值为类别，255 为忽略' },
    },
  ],
  geometries: ['drawn'],
  detect: detectMasks,
  decode: decodeMasks,
  encode: encodeMasks,
}
