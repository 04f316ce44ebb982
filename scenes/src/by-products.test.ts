import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sceneConfig, sceneLabels } from '@vermilion/contract/scenes'
import { depthMapOf } from './depth-map.ts'
import { encodeByProduct } from './encode-by-product.ts'
import { renderScene } from './scene.ts'

const nothing = { dirt: [0, 0], smallAnimals: [0, 0], animals: [0, 0], clutter: [0, 0] }
const small = { seed: 5, width: 128, height: 96, views: ['low'] }
const withDepths = true

async function decode(png: Buffer): Promise<Uint8Array> {
  const { width, height, channels, depth, format } = await sharp(png).metadata()
  expect({ width, height, channels, depth, format }).toEqual({
    width: 128,
    height: 96,
    channels: 1,
    depth: 'uchar',
    format: 'png',
  })
  return new Uint8Array(await sharp(png).toColourspace('b-w').raw().toBuffer())
}

test('R3.09 a depth map is inverse depth: the nearest is 255, the farthest 0', () => {
  expect([...depthMapOf(Float32Array.of(1, 2, 4))]).toEqual([255, 85, 0])
  expect([...depthMapOf(Float32Array.of(3, 3))]).toEqual([0, 0])
})

test('R3.09 an empty floor comes nearer towards the lower edge, and the depths are those of a flat plane', () => {
  const { depths, width, height } = renderScene(sceneConfig.parse({ ...small, views: ['high'], ...nothing }), 0, {
    withDepths,
  })
  const inverse = Array.from({ length: height }, (_, row) => 1 / depths![row * width + width / 2]!)
  // The inverse depth of a plane is linear in image rows.
  const step = inverse[height - 1]! - inverse[height - 2]!
  expect(step).toBeGreaterThan(0)
  for (let row = height / 2; row < height; row += 1) {
    expect(inverse[row]! - inverse[row - 1]!).toBeCloseTo(step, 4)
  }
})

test('R3.09 animals stand before the floor that they hide, and dirt lies upon it', () => {
  const render = (things: object) =>
    renderScene(sceneConfig.parse({ ...small, ...nothing, ...things }), 0, { withDepths })
  const withAnimal = render({ animals: [1, 1] })
  // The random stream is equal up to the objects: same room and camera.
  const bare = render({}).depths!
  const pixels = [...withAnimal.instances.keys()].filter((pixel) => withAnimal.instances[pixel] === 1)
  expect(pixels.length).toBeGreaterThan(100)
  const nearer = pixels.filter((pixel) => withAnimal.depths![pixel]! <= bare[pixel]! * 1.01)
  expect(nearer.length).toBe(pixels.length)
  const around = [...bare.keys()].filter((pixel) => withAnimal.depths![pixel] === bare[pixel])
  expect(around.length).toBeGreaterThan(bare.length - pixels.length * 1.5)
  expect(render({ dirt: [3, 3] }).depths).toEqual(bare)
})

test('R3.09 by-products are grey pictures of the size of the image, and change nothing of it', async () => {
  const config = sceneConfig.parse({ ...small, dirt: [2, 2], animals: [1, 1] })
  const plain = renderScene(config, 0)
  const scene = renderScene(config, 0, { withDepths })
  expect(scene.pixels).toEqual(plain.pixels)
  expect(plain.depths).toBeNull()
  const mask = await decode(await encodeByProduct('mask', scene))
  expect(Buffer.compare(mask, scene.mask)).toBe(0)
  expect(new Set(mask)).toEqual(new Set([0, sceneLabels.indexOf('dirt') + 1, sceneLabels.indexOf('animal') + 1]))
  const depth = await decode(await encodeByProduct('depth', scene))
  expect(Buffer.compare(depth, depthMapOf(scene.depths!))).toBe(0)
})
