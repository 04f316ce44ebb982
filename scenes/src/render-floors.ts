import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { floorKinds, lightKinds } from '@vermilion/contract/scenes'
import sharp from 'sharp'
import { renderBareFloor } from './bare-floor.ts'

/**
 * Renders bare floors from above into a folder per floor and light, for training materials: `node render-floors.ts --output DIR
 * [--count 200 --size 128 --metres 1 --seed 4244]`; the count is per folder.
 */
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { output: text, count: text, size: text, metres: text, seed: text } })
const { output = 'floors', count = '200', size = '128', metres = '1', seed = '4244' } = values
let index = 0
for (const floor of floorKinds) {
  for (const light of lightKinds) {
    const folder = join(output, `${floor}-${light}`)
    mkdirSync(folder, { recursive: true })
    for (let number = 0; number < Number(count); number += 1, index += 1) {
      const edge = Number(size)
      const pixels = renderBareFloor({ floor, light, size: edge, metres: Number(metres), seed: Number(seed) }, index)
      const image = sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } })
      await image.png().toFile(join(folder, `${String(number).padStart(5, '0')}.png`))
    }
  }
}
