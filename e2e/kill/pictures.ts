import type { Box } from '@vermilion/contract/labels/box'
import sharp from 'sharp'

/** Seeded numbers in [0, 1), to repeat a failing run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A gray PNG with a red or blue rectangle, and its truth. */
export async function paintPicture(random: () => number, edge = 128) {
  const [red, size] = [random() < 0.5, 24 + Math.floor(random() * 40)]
  const box: Box = {
    x: Math.floor(random() * (edge - size)),
    y: Math.floor(random() * (edge - size)),
    width: size,
    height: size,
  }
  const base = 60 + Math.floor(random() * 120)
  const pixels = Buffer.alloc(edge * edge * 3)
  for (let index = 0; index < edge * edge; index += 1) {
    const [x, y] = [index % edge, Math.floor(index / edge)]
    const inside = x >= box.x && x < box.x + size && y >= box.y && y < box.y + size
    const grain = Math.floor(random() * 24)
    pixels.set(inside ? (red ? [220, 30 + grain, 30] : [30, 30 + grain, 220]) : [base + grain, base, base], index * 3)
  }
  const content = await sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } })
    .png()
    .toBuffer()
  return { content, box, label: red ? 'red' : 'blue' }
}
