import { createReadStream, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { FileReader } from '@vermilion/contract/formats/codec'
import { isImagePath, stemOf } from '@vermilion/contract/formats/images/image-paths'
import { imageSize } from './decode-image.ts'

export function diskFolder(root: string): Omit<FileReader, 'paths'> & { paths: () => string[] } {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted()
  const listed = new Set(paths)
  // Annotations may name an image by the end of its path and without extension; ambiguous names match none.
  const byEnd = new Map<string, string | null>()
  for (const path of paths.filter(isImagePath)) {
    const parts = path.split('/')
    for (const from of parts.keys()) {
      const end = parts.slice(from).join('/')
      for (const name of new Set([end, stemOf(end)])) byEnd.set(name, byEnd.has(name) ? null : path)
    }
  }
  return {
    paths: () => paths,
    open: (path) => createReadStream(join(root, path)),
    size: async (path) => (await stat(join(root, path))).size,
    async imageSize(path) {
      const file = listed.has(path) && isImagePath(path) ? path : (byEnd.get(path) ?? null)
      return file === null ? null : imageSize(join(root, file))
    },
  }
}
