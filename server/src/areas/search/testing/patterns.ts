import sharp from 'sharp'

const patterns = {
  stripes: (x: number) => Math.floor(x / 12) % 2 === 0,
  checks: (x: number, y: number) => (Math.floor(x / 16) + Math.floor(y / 16)) % 2 === 0,
  rings: (x: number, y: number) => Math.floor(Math.hypot(x - 64, y - 64) / 10) % 2 === 0,
} as const
const colours = { red: [210, 40, 40], blue: [40, 60, 210], green: [40, 170, 60] } as const

export const looks = (Object.keys(patterns) as (keyof typeof patterns)[]).flatMap((pattern) =>
  (Object.keys(colours) as (keyof typeof colours)[]).map((colour) => ({
    pattern,
    colour,
    name: `${pattern}-${colour}`,
  })),
)
export type Look = (typeof looks)[number]

/** A picture of a colored pattern; `turn` moves it a little. A `mark` in the corner makes repeated ones different contents. */
export async function patternPicture({ pattern, colour }: Look, turn = 0, mark = 0): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [128, 128]
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isOn = patterns[pattern](x + turn, y + turn)
      data.set(isOn ? colours[colour] : [230, 230, 225], (y * width + x) * 3)
    }
  }
  if (mark > 0) data.set([mark & 255, (mark >> 8) & 255, mark >> 16])
  const content = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  return new Uint8Array(content)
}
