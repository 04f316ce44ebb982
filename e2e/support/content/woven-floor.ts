import sharp from 'sharp'

const size = 96
/** In pixels. */
const band = 12

/** A photo of a woven floor, at a different place per number. */
export async function wovenFloor(number: number): Promise<Buffer> {
  const pixels = new Uint8Array(size * size * 3)
  for (let at = 0; at < size * size; at++) {
    const [x, y] = [(at % size) + number * 5, Math.floor(at / size) + number * 7]
    const isAcross = (Math.floor(x / band) + Math.floor(y / band)) % 2 === 0
    const along = ((isAcross ? x : y) % band) / band
    const light = 0.6 + 0.4 * Math.sin(Math.PI * along) + ((x * 7_919 + y * 104_729) % 13) / 130
    pixels.set(
      (isAcross ? [200, 170, 110] : [150, 115, 70]).map((value) => Math.min(255, value * light)),
      at * 3,
    )
  }
  const image = sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
  return image.png().toBuffer()
}
