import { codePointName, controlCharacters, invisibleCharacters } from './kernel/control-characters.ts'
import type { Text } from './kernel/text.ts'

/** Path length that fits every file system a path may be exported to. */
export const maximumPathLength = 1_000
export const maximumNameBytes = 255

const loneSurrogate = /\p{Surrogate}/u

/** Canonical spelling of a path for storage and comparison: composed characters (NFC). */
export function normalizePath(path: string): string {
  return path.normalize('NFC')
}

export function pathProblem(path: string): Text | undefined {
  const [unseen] = invisibleCharacters.exec(path) ?? []
  if (unseen === undefined) return existingPathProblem(path)
  const character = codePointName(unseen)
  return { en: `it has a character that nobody sees (${character})`, zh: `包含不可见的字符（${character}）` }
}

/** As `pathProblem`; existing paths may contain invisible characters. */
export function existingPathProblem(path: string): Text | undefined {
  if (path === '') return { en: 'it is empty', zh: '路径为空' }
  if (path.length > maximumPathLength) {
    return { en: `it is longer than ${maximumPathLength} characters`, zh: `超过 ${maximumPathLength} 个字符` }
  }
  if (loneSurrogate.test(path)) return { en: 'it is not valid Unicode', zh: '不是有效的 Unicode' }
  if (controlCharacters.test(path)) return { en: 'it has control characters', zh: '包含控制字符' }
  if (path.startsWith('/') || /^[A-Za-z]:\//.test(path)) return { en: 'it is not relative', zh: '不是相对路径' }
  if (path.includes('\\')) return { en: 'it has a backslash', zh: '包含反斜杠' }
  return path.split('/').map(segmentProblem).find(Boolean)
}

function segmentProblem(segment: string): Text | undefined {
  if (segment === '') return { en: 'a folder or file in it has no name', zh: '其中有未命名的文件夹或文件' }
  if (segment === '.' || segment === '..') return { en: `it has the part ${segment}`, zh: `包含 ${segment}` }
  if (new TextEncoder().encode(segment).length > maximumNameBytes) {
    return {
      en: `a name in it is longer than ${maximumNameBytes} bytes`,
      zh: `其中的名称超过 ${maximumNameBytes} 字节`,
    }
  }
  return undefined
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
