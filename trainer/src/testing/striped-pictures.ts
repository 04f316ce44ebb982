import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** Pictures of red and white stripes; paths ending in `.txt` are captions. */
export async function writeStripedPictures(folder: string, files: Readonly<Record<string, number | string>>) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (typeof content === 'string') await writeFile(file, content)
    else await stripes(content).toFile(file)
  }
}

function stripes(period: number) {
  const [width, height] = [48, 40]
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const isRed = Math.floor((at % width) / period) % 2 === 0
    rgb.set(isRed ? [200, 40, 30] : [240, 240, 230], at * 3)
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } })
}
