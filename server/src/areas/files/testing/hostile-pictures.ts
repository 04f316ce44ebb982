import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { bytesOf, picture, text } from './space-with.ts'

interface PictureCase {
  readonly words: string
  readonly name: string
  readonly make: () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>
  readonly isBroken: boolean
}

function pngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(20)), chunk('IEND', Buffer.alloc(0))]),
  )
}

const half = async (content: Promise<Uint8Array<ArrayBuffer>>) => (await content).slice(0, (await content).length / 2)

export const pictures: readonly PictureCase[] = [
  {
    words: 'a PNG of 30,000 by 30,000 promised pixels',
    name: 'huge.png',
    make: () => pngHeader(30_000, 30_000),
    isBroken: true,
  },
  {
    words: 'a PNG of two thousand million by as many',
    name: 'monster.png',
    make: () => pngHeader(2 ** 31 - 1, 2 ** 31 - 1),
    isBroken: true,
  },
  { words: 'a PNG of no pixels', name: 'nothing.png', make: () => pngHeader(0, 0), isBroken: true },
  { words: 'a JPEG cut off', name: 'half.jpg', make: () => half(bytesOf(picture(300, 300).jpeg())), isBroken: true },
  { words: 'a PNG cut off', name: 'half.png', make: () => half(bytesOf(picture(300, 300).png())), isBroken: true },
  { words: 'a WebP cut off', name: 'half.webp', make: () => half(bytesOf(picture(300, 300).webp())), isBroken: true },
  { words: 'a JPEG of no bytes', name: 'empty.jpg', make: () => new Uint8Array(), isBroken: true },
  {
    words: 'noise that is called a JPEG',
    name: 'noise.jpg',
    make: () => new Uint8Array(randomBytes(5_000)),
    isBroken: true,
  },
  {
    words: 'a page that is called a PNG',
    name: 'page.png',
    make: () => text('<script>alert(1)</script>'),
    isBroken: true,
  },
  {
    words: 'a script in an SVG, which no worker reads',
    name: 'script.svg',
    make: () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    isBroken: false,
  },
  { words: 'a PNG that is called a JPEG', name: 'png.jpg', make: () => bytesOf(picture(9, 9).png()), isBroken: false },
]
