import sharp from 'sharp'

export async function colourfulPicture(width: number, height = 96): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      const isDark = (Math.floor(x / 16) + Math.floor(y / 16)) % 2 === 0
      data[at] = isDark ? 40 : 220
      data[at + 1] = Math.round((x / width) * 255)
      data[at + 2] = Math.round((y / height) * 255)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}
