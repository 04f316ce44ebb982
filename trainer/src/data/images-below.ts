import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const imageName = /\.(?:jpe?g|png|webp|bmp|tiff?|gif|avif)$/i

export function imagesBelow(root: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && imageName.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
