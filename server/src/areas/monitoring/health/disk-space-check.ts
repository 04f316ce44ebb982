import type { Check } from '#platform/checks/checks'
import type { DataPaths } from '#platform/data-folder'
import { diskSpace, freeSpace } from '#platform/disk-space'

/** A disk is nearly full below this share, or below this many bytes on a large one. */
const lowShare = 0.05
const lowBytes = 20 * 1024 ** 3

export function diskSpaceCheck(paths: DataPaths): Check {
  return {
    id: 'disk-space',
    async examine() {
      const disk = await diskSpace(paths.folder)
      if (disk === null)
        return {
          state: 'unknown',
          words: [{ en: 'The file system does not tell its free space', zh: '文件系统未报告剩余空间' }],
        }
      const { used, free } = disk
      const freeText = {
        en: `${inGiB(free)} GiB are free, ${inGiB(used)} GiB are used`,
        zh: `剩余 ${inGiB(free)} GiB，已用 ${inGiB(used)} GiB`,
      }
      if ((await freeSpace(paths.folder)) === 0)
        return {
          state: 'problem',
          words: [
            { en: `The disk is full for new content: ${freeText.en}`, zh: `磁盘已无法写入新内容：${freeText.zh}` },
          ],
        }
      const isLow = free < Math.min((used + free) * lowShare, lowBytes)
      return isLow
        ? {
            state: 'problem',
            words: [{ en: `The disk is nearly full: ${freeText.en}`, zh: `磁盘即将写满：${freeText.zh}` }],
          }
        : { state: 'ok', words: [freeText] }
    },
  }
}

const inGiB = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)
