import sharp from 'sharp'
import type { RenderedScene } from './scene.ts'

const jpegQuality = 90

export function encodeScene({ pixels, width, height }: RenderedScene): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: jpegQuality })
    .toBuffer()
}
