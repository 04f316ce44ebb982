import { normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { Text } from '@vermilion/contract/kernel/text'

/** Decodes a name as UTF-8 or as GBK, which older Chinese archives use; undefined for neither. */
export function decodeName(bytes: Uint8Array): string | undefined {
  for (const encoding of ['utf-8', 'gbk']) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      // The next encoding may fit.
    }
  }
  return undefined
}

const links: Text = { en: 'links are not taken', zh: '不提取链接' }
export const skips = {
  link: links,
  device: { en: 'devices are not taken', zh: '不提取设备文件' },
  encrypted: { en: 'it is encrypted', zh: '已加密' },
  method: { en: 'it is packed in a way that is not supported', zh: '压缩方式不受支持' },
  damaged: { en: 'it is damaged', zh: '已损坏' },
  bySystem: { en: 'an operating system keeps it for itself', zh: '操作系统自用的文件' },
  standing: { en: 'it is there already', zh: '已存在' },
  lying: { en: 'it holds more than it says', zh: '实际内容大于声明的大小' },
} as const satisfies Record<string, Text>

export function entryPath(folder: string, name: string, isFolder: boolean): { path: string } | { reason: Text } {
  const entryName = normalizePath(
    name
      .replaceAll('\\', '/')
      .replace(/^(?:\.\/)+/, '')
      .replace(/\/+$/, ''),
  )
  const problem = pathProblem(entryName)
  if (problem !== undefined) return { reason: problem }
  if (/(?:^|\/)(?:__MACOSX(?:\/|$)|\.DS_Store$|Thumbs\.db$)/.test(entryName)) return { reason: skips.bySystem }
  // Most archives hold one folder of their own name: it is not doubled.
  const top = folder.slice(folder.lastIndexOf('/') + 1)
  if (isFolder && entryName === top) return { path: folder }
  const inside = entryName.startsWith(`${top}/`) ? entryName.slice(top.length + 1) : entryName
  const path = `${folder}/${inside}`
  const reason = pathProblem(path)
  return reason === undefined ? { path } : { reason }
}
