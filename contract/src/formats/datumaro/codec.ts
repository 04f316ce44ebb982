import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'
import { decodeDatumaro } from './decode.ts'
import { encodeDatumaro } from './encode.ts'

/** Named after a subset; those of COCO are named after what they hold too. */
const document =
  /(?:^|\/)annotations\/(?!(?:instances|panoptic|stuff|captions|person_keypoints|image_info)_)[^/]+\.json$/i

export const datumaro: FormatCodec = {
  id: 'datumaro',
  ...formatOffers.datumaro,
  // Its documents lie where those of COCO do: marks in them tell.
  detect: (paths) => (paths.some((path) => document.test(path)) ? 0.7 : 0),
  decode: decodeDatumaro,
  encode: encodeDatumaro,
}
