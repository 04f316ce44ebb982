/** Normalizes an annotation's path: composed characters, forward slashes, no leading `/` or `..`. */
export function cleanPath(path: string): string {
  const parts: string[] = []
  for (const part of path
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^[a-z]:(?=\/)/i, '')
    .split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export const isNamed = (path: string, name: string): boolean => fileName(path).toLowerCase() === name

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function stemOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path
}

export function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/')
}

const imageEndings = /\.(?:jpe?g|png|bmp|webp|tiff?|gif|avif|heic|jfif)$/i

export function isImagePath(path: string): boolean {
  return imageEndings.test(path)
}
