import type { SceneByProduct } from '@vermilion/contract/scenes'
import sharp from 'sharp'
import { depthMapOf } from './depth-map.ts'
import type { RenderedScene } from './scene.ts'

const planes: Record<SceneByProduct, (scene: RenderedScene) => Uint8Array> = {
  depth({ depths }) {
    if (depths === null) throw new Error('the scene was rendered without depths')
    return depthMapOf(depths)
  },
  mask: ({ mask }) => mask,
}

export function encodeByProduct(name: SceneByProduct, scene: RenderedScene): Promise<Buffer> {
  const { width, height } = scene
  return sharp(planes[name](scene), { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
}
