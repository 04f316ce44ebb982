import type { SceneStyle } from '@vermilion/contract/scenes'
import sharp from 'sharp'
import { toLab } from './cielab.ts'
import { type ColourStatistics, measureColours, transferColours } from './transfer.ts'

/** A style's content is no picture that can be read. */
export class StyleUnreadable extends Error {}

/** Pixels of a side at most, of which colours are measured. */
const measuredSide = 512

/** SVG is a program more than a picture, and names files of its reader's machine. */
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

/**
 * Pixels in the colour and light of a style: red, green and blue bytes. The style of the last call is remembered.
 * Throws `StyleUnreadable` for a content that is no picture.
 */
export async function applyStyle(pixels: Uint8Array, { content, strength }: SceneStyle): Promise<Uint8Array> {
  if (last === undefined || Buffer.compare(last.content, content) !== 0) {
    last = { content, colours: await readColours(content) }
  }
  return transferColours(pixels, last.colours, strength)
}
