import { gzipSync } from 'node:zlib'
import sharp from 'sharp'

const bytes = (words: string) => new TextEncoder().encode(words)
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

function tar(name: string, content: string): Buffer {
  const head = Buffer.alloc(512)
  head.write(name)
  head.write('0000644\0', 100)
  head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, Buffer.from(content), Buffer.alloc(512 - content.length + 1_024)])
}

/** A second of silence as WAV. */
function wave(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + 8_000, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(8_000, 40)
  return Buffer.concat([head, Buffer.alloc(8_000, 128)])
}

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`

/** A small real file of each previewable kind, with names sorting in this order. */
export async function kinds(): Promise<Record<string, Uint8Array>> {
  const exif = { IFD0: { Make: 'Basler', Model: 'acA2440' }, IFD2: { ExposureTime: '1/250', ISOSpeedRatings: '400' } }
  const jpeg = await noise(640, 400).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
  const rows = Array.from({ length: 3_000 }, (_, row) => `${row},"part ${row}, left",${row * 2}`)
  return {
    '01-photo.jpg': jpeg,
    '02-scan.tiff': await noise(1_400, 900).tiff({ compression: 'lzw' }).toBuffer(),
    '03-large.png': await sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: '#3a6' } })
      .png()
      .toBuffer(),
    '04-broken.jpg': jpeg.subarray(0, 9_000),
    '05-phone.heic': bytes('    ftypheic'),
    '06-data.csv': bytes(`number,name,double\n${rows.join('\n')}`),
    '07-labels.json': bytes(JSON.stringify({ name: '朱雀', boxes: [1, 2, null, true] }, null, 2)),
    '08-old.txt': new Uint8Array([0xd6, 0xec, 0xc8, 0xb8]),
    '09-long.log': bytes('2026-01-01 12:00:00 a line of a log\n'.repeat(40_000)),
    '10-drawing.svg': bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    '11-paper.pdf': bytes(pdf),
    '12-pack.tgz': gzipSync(tar('folder/in\u202eside.txt', 'hello')),
    '13-sound.wav': wave(),
    '14-video.mp4': bytes('no video at all'),
    '15-weights.safetensors': new Uint8Array([1, 0, 0, 0]),
  }
}
