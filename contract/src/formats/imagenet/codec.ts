import type { FormatCodec } from '../codec.ts'
import { isImagePath } from '../image-paths.ts'
import { decodeImagenet } from './decode.ts'
import { encodeImagenet } from './encode.ts'

export const imagenet: FormatCodec = {
  id: 'imagenet',
  name: { en: 'Folders of classes (ImageNet)', zh: '按类别分文件夹（ImageNet）' },
  labelTypes: ['picture-classification'],
  layouts: [
    { id: 'split/class', name: { en: 'split/class/image', zh: '划分/类别/图片' } },
    { id: 'class/split', name: { en: 'class/split/image', zh: '类别/划分/图片' } },
    { id: 'class', name: { en: 'class/image', zh: '类别/图片' } },
  ],
  geometries: ['drawn'],
  detect: (paths) => {
    if (paths.some((path) => /(?:^|\/)synsets\.txt$/.test(path))) return 0.95
    const others = paths.filter((path) => !isImagePath(path))
    return others.length === 0 && paths.length > 0 && paths.every((path) => path.includes('/')) ? 0.2 : 0
  },
  decode: decodeImagenet,
  encode: encodeImagenet,
}
