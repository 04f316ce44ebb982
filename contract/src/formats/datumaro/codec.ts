import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeDatumaro } from './decode.ts'
import { encodeDatumaro } from './encode.ts'

/** Documents are named after a subset; those of COCO also after their content. */
const document =
  /(?:^|\/)annotations\/(?!(?:instances|panoptic|stuff|captions|person_keypoints|image_info)_)[^/]+\.json$/i

export const datumaro: FormatCodec = {
  id: 'datumaro',
  ...formatOffers.datumaro,
  // Documents share COCO's paths: marks in them decide.
  detect: (paths) => (paths.some((path) => document.test(path)) ? 0.7 : 0),
  decode: decodeDatumaro,
  encode: encodeDatumaro,
}
