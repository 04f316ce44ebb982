import { fileName, folderOf, maximumNameBytes } from '@vermilion/contract/paths'

/** `a/b.jpg` → `a/b (2).jpg`, shortened to the maximum length. A folder's name has no extension. */
export function numberedPath(path: string, number: number, kind: 'file' | 'folder' = 'file'): string {
  const name = fileName(path)
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1
  const extension = dot > 0 ? name.slice(dot) : ''
  const suffix = ` (${number})${extension}`
  const stem = Array.from(name.slice(0, name.length - extension.length))
  while (stem.length > 1 && Buffer.byteLength(stem.join('') + suffix) > maximumNameBytes) stem.pop()
  return joinPath(folderOf(path), `${stem.join('')}${suffix}`)
}

/** The root folder is empty. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
