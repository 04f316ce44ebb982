import type { LabelKind } from '@vermilion/contract/labels/index'

/** What the studio makes of each kind of shape: something with a place in the image, or a word about all of it. */
export const kindPlaces: Record<LabelKind, 'region' | 'image'> = {
  box: 'region',
  polygon: 'region',
  mask: 'region',
  class: 'image',
}
