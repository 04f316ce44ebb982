import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { Translate } from '#lib/i18n.ts'
import type { tilesText } from './text.ts'

export function tilesWords({ overlap, hasFullPicture }: TileOptions, t: Translate<typeof tilesText.en>): string {
  const percent = Math.round(overlap * 100)
  return `${t('overlapOf', { percent })} · ${t(hasFullPicture ? 'withFullPicture' : 'withoutFullPicture')}`
}
