import { fileEndpoints } from '@vermilion/contract/files'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import { addressOf } from '#lib/api.ts'

interface ImageFile {
  fileId: string
  width: number
  height: number
}

/** Pixels of an image that a browser decodes without a noticeable delay; larger ones are shown in tiles. */
const LARGEST_WHOLE = 40_000_000

export function needsTiles({ width, height }: ImageFile): boolean {
  return width * height > LARGEST_WHOLE
}

export function addressOfImage(file: ImageFile): string {
  const params = { fileId: file.fileId }
  if (needsTiles(file)) return addressOf(fileEndpoints.fileThumbnail, { params })
  return addressOf(previewEndpoints.filePicture, { params })
}
