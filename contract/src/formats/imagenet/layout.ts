import { cleanPath, fileName, folderOf, isImagePath, stemOf } from '../images/image-paths.ts'
import type { Split } from '../labeled-images.ts'
import { splitOf } from '../splits.ts'

export type FolderOrder = 'split/class' | 'class/split' | 'class'

export interface ImageLocation {
  className: string
  split: Split | null
  path: string
}

export const unlabeledFolder = '_unlabeled'

/** Encodes a class name as a folder: characters that file systems refuse become `%` and two hex digits. */
export function folderOfClass(name: string): string {
  const safe = name.replaceAll(/[%\\/:*?"<>|\p{Cc}]/gu, escaped)
  return safe === unlabeledFolder ? `%5F${safe.slice(1)}` : safe.replace(/^\.|[. ]$/g, escaped)
}

const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

export function classOfFolder(folder: string): string {
  return folder.replaceAll(/%([0-7][\dA-F])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** A line of a list: `path index`. Paths with spaces are quoted. */
export function listLine(path: string, labelIndex: number): string {
  return /\s|^"/.test(path) ? `"${path}" ${labelIndex}` : `${path} ${labelIndex}`
}

/** Parses a line of a list; without a number it names only an image. Datumaro puts the extension after the quotes. */
export function readListLine(line: string): { path: string; labelIndex: number | null } | null {
  const [, quoted, ending = '', plain, number] = /^(?:"(.+)"(\.\w+)?|(.+?))(?:\s+(\d+))?$/s.exec(line.trim()) ?? []
  const path = quoted === undefined ? plain : quoted + ending
  return path === undefined ? null : { path, labelIndex: number === undefined ? null : Number(number) }
}

export function outerFolder(paths: readonly string[]): string {
  const images = paths.filter(isImagePath)
  const first = images[0]?.split('/') ?? []
  let outer = ''
  // A common folder that is no split and has at least a class level and an image below.
  for (let depth = 0; depth + 2 < first.length; depth += 1) {
    const next = `${outer}${first[depth]}/`
    const isOuter =
      splitOf(first[depth]!) === null &&
      images.every((path) => path.startsWith(next) && path.slice(next.length).includes('/'))
    if (!isOuter || !images.some((path) => path.split('/')[depth + 1] !== first[depth + 1])) break
    outer = next
  }
  return outer
}

/** Order of the folder levels: `split/class/image`, `class/split/image` or `class/image` below the outer folder. */
export function orderOf(paths: readonly string[]): FolderOrder {
  const parts = paths.filter(isImagePath).map((path) => path.split('/'))
  if (parts.length > 0 && parts.every((own) => own.length > 2 && splitOf(own[0]!) !== null)) return 'split/class'
  if (parts.length > 0 && parts.every((own) => own.length > 2 && splitOf(own[1]!) !== null)) return 'class/split'
  return 'class'
}

export function parsePath(path: string, order: FolderOrder): ImageLocation | null {
  const parts = cleanPath(path).split('/')
  const [first, second] = parts
  const depth = order === 'class' ? 1 : 2
  if (parts.length <= depth || first === undefined) return null
  const rest = parts.slice(depth).join('/')
  if (order === 'split/class') return { split: splitOf(first), className: classOfFolder(second!), path: rest }
  return { split: order === 'class' ? null : splitOf(second!), className: classOfFolder(first), path: rest }
}

const documents = /\.(?:json|xml|csv|ya?ml|names|data)$/i

export function areClassFolders(paths: readonly string[]): boolean {
  const images = paths.filter(isImagePath)
  const inFolders = images.filter((path) => path.includes('/'))
  if (inFolders.length === 0) return false
  // Single images beside several folders do not speak against class folders.
  if (inFolders.length < images.length && new Set(inFolders.map(folderOf)).size < 2) return false
  const others = paths.filter((path) => !isImagePath(path))
  if (others.length === 0) return true
  const stems = new Set(images.map((path) => fileName(stemOf(path))))
  return others.every((path) => !documents.test(path) && !stems.has(fileName(stemOf(path))))
}
