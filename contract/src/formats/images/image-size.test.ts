import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageSizeOf } from './image-size.ts'
import { memoryFolder } from '../testing/memory-folder.ts'

const picture = () => sharp({ create: { width: 300, height: 170, channels: 3, background: 'teal' } })
const sizeOf = (bytes: Uint8Array, chunk = 50) => imageSizeOf(memoryFolder({ a: bytes }, chunk), 'x', 'a')

test('the size of an image is read from the beginning of its file', async () => {
  const size = { width: 300, height: 170 }
  expect(await sizeOf(await picture().png().toBuffer())).toEqual(size)
  expect(await sizeOf(await picture().jpeg().toBuffer())).toEqual(size)
  expect(await sizeOf(await picture().gif().toBuffer())).toEqual(size)
  expect(await sizeOf(await picture().webp().toBuffer())).toEqual(size)
  expect(await sizeOf(await picture().webp({ lossless: true }).toBuffer())).toEqual(size)
  expect(
    await sizeOf(
      await sharp({ create: { width: 300, height: 170, channels: 4, background: '#0008' } })
        .webp()
        .toBuffer(),
    ),
  ).toEqual(size)
})

test('a JPEG of a camera that lay on its side is as high as it looks', async () => {
  const turned = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await sizeOf(turned, 7)).toEqual({ width: 170, height: 300 })
})

test('what is no image, or ends too early, has no size', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  expect(await sizeOf(new TextEncoder().encode('no image at all, only text'))).toBe(null)
  expect(await sizeOf(jpeg.subarray(0, 40))).toBe(null)
  expect(await imageSizeOf(memoryFolder({}), 'x', null)).toBe(null)
})
