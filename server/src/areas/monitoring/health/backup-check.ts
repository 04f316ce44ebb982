import { readLastBackup } from '#platform/last-backup'
import type { Check } from '#platform/checks/checks'
import type { Clock } from '#platform/clock'
import type { DataPaths } from '#platform/data-folder'

const day = 24 * 3_600_000
const oldAfter = 7 * day

export function backupCheck({ paths, clock }: { paths: DataPaths; clock: Clock }): Check {
  return {
    id: 'backup',
    async examine() {
      const last = await readLastBackup(paths)
      if (last === undefined)
        return {
          state: 'not-set-up',
          words: [
            {
              en: 'No backup was made with `vermilion backup` yet. Run `vermilion backup TARGET`, best once a day from cron or a systemd timer',
              zh: '尚未用 `vermilion backup` 做过备份。请运行 `vermilion backup 目标目录`，最好用 cron 或 systemd 定时器每天执行一次',
            },
          ],
        }
      const age = clock.now() - Date.parse(last.at)
      const days = Math.floor(age / day)
      const text = {
        en: `Copied to ${last.target} at ${last.at}, ${days === 1 ? '1 day' : `${days} days`} ago`,
        zh: `${last.at} 备份到 ${last.target}，距今 ${days} 天`,
      }
      return { state: age > oldAfter ? 'problem' : 'ok', words: [text] }
    },
  }
}
