import type { SceneStyle } from '@vermilion/contract/scenes'
import sharp from 'sharp'
import { toLab } from './cielab.ts'
import { type ColourStatistics, measureColours, transferColours } from './transfer.ts'

export class StyleUnreadable extends Error {}

/** Maximum side in pixels of the sampled picture. */
const measuredSide = 512

/** SVG can reference files of the machine. */
sharp.block({ operation: ['VipsForeignLoadSvg'] })

async function readColours(content: Uint8Array): Promise<ColourStatistics> {
  try {
    const pixels = await sharp(content)
      .resize(measuredSide, measuredSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#808080' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()
    return measureColours(toLab(pixels))
  } catch (error) {
    throw new StyleUnreadable(error instanceof Error ? error.message : String(error))
  }
}

let last: { content: Uint8Array; colours: ColourStatistics } | undefined

/** The last style is cached. Throws `StyleUnreadable` for an unreadable picture. */
export async function applyStyle(pixels: Uint8Array, { content, strength }: SceneStyle): Promise<Uint8Array> {
  if (last === undefined || Buffer.compare(last.content, content) !== 0) {
    last = { content, colours: await readColours(content) }
  }
  return transferColours(pixels, last.colours, strength)
}
