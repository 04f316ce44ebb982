import type { ImageFiles } from './image-files.ts'
import { fileName, isImagePath, joinPath, stemOf } from './image-paths.ts'

interface Sidecar {
  readonly file: string
  readonly stated: string | null
  readonly home: string
  readonly folders: readonly string[]
}

export interface SidecarImage {
  readonly path: string
  readonly at: string | null
  readonly sidecar: string
}

/**
 * Resolves the images of sidecars. A sidecar belongs to the image of its own name, because file names are updated when images are
 * renamed or copied and stated names are not. The stated name counts when no image has the document's name and the stated image
 * has no sidecar of its own; otherwise the image is listed again without labels.
 */
export function createSidecars(images: ImageFiles, documents: readonly string[]) {
  const owners = new Set(documents.map(ownName))
  return ({ file, stated, home, folders }: Sidecar): SidecarImage => {
    const sidecar = stemOf(file)
    const own = fileName(sidecar)
    const path = stated === null || stated.includes('/') ? stated : joinPath(home, stated)
    if (stated !== null && path !== null && isStemOf(own, stated))
      return { path, at: images.find(stated, folders) ?? images.find(own, folders), sidecar }
    const at = images.find(own, folders)
    const ending = at === null || isImagePath(own) ? '' : at.slice(stemOf(at).length)
    if (stated === null || path === null || at !== null) return { path: joinPath(home, `${own}${ending}`), at, sidecar }
    const other = images.find(stated, folders)
    return { path, at: other !== null && !owners.has(ownName(other)) ? other : null, sidecar }
  }
}

/** True when a sidecar's name without extension (`a` of `a.xml`, `a.jpg` of `a.jpg.xml`) belongs to the image. */
export function isStemOf(own: string, image: string): boolean {
  const name = keyOf(fileName(image))
  return keyOf(own) === name || keyOf(own) === stemOf(name)
}

const ownName = (path: string): string => {
  const stem = fileName(stemOf(path))
  return keyOf(isImagePath(stem) ? stemOf(stem) : stem)
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
