import type { FormatDecoder } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodePanoptic } from './decode.ts'

export const cocoPanoptic: FormatDecoder = {
  id: 'coco-panoptic',
  ...formatOffers['coco-panoptic'],
  detect: (paths) => (paths.some((path) => /(?:^|\/)panoptic_[^/]+\.json$/i.test(path)) ? 0.98 : 0),
  decode: decodePanoptic,
}
