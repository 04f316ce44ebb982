import { access, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Text } from '@vermilion/contract/kernel/text'
import { type Check, type Finding, findingOf } from '#platform/checks/checks'
import { diskSpace, freeSpace } from '#platform/disk-space'
import { readLastBackup } from '#platform/last-backup'
import type { Platform } from '#platform/platform'

export const finding = (state: Finding['state'], text: Text): Finding => ({ state, words: [text] })

const trial = `.write-check-${process.pid}`

/** Writes a test file: permissions do not reveal a read-only mount. */
export function dataFolderCheck(paths: Platform['paths']): Check {
  return {
    id: 'data-folder',
    async examine() {
      const own = (await readdir(paths.folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
      const needed = [paths.blobs, paths.uploads, paths.cache, paths.backups]
      const folders = new Set([paths.folder, ...needed, ...own.map(({ name }) => join(paths.folder, name))])
      const problems = await Promise.all([...folders].map(problemOf))
      return findingOf(problems.filter((problem) => problem !== null))
    },
  }
}

async function problemOf(folder: string): Promise<Text | null> {
  const file = join(folder, trial)
  try {
    await writeFile(file, '')
    await rm(file)
    return null
  } catch (error) {
    const code = codeOf(error)
    // A missing folder is created on demand, unless a file is in its place.
    if (code === 'ENOENT' && !(await isThere(folder))) return null
    return { en: `Nothing can be written to ${folder} (${code})`, zh: `无法写入 ${folder}（${code}）` }
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** A disk is nearly full below this share, or below this many bytes on a large one. */
const lowShare = 0.05
const lowBytes = 20 * 1024 ** 3

export function diskSpaceCheck(paths: Platform['paths']): Check {
  return {
    id: 'disk-space',
    async examine() {
      const disk = await diskSpace(paths.folder)
      if (disk === null)
        return finding('unknown', { en: 'The file system does not tell its free space', zh: '文件系统未报告剩余空间' })
      const { used, free } = disk
      const freeText = {
        en: `${inGiB(free)} GiB are free, ${inGiB(used)} GiB are used`,
        zh: `剩余 ${inGiB(free)} GiB，已用 ${inGiB(used)} GiB`,
      }
      if ((await freeSpace(paths.folder)) === 0)
        return finding('problem', {
          en: `The disk is full for new content: ${freeText.en}`,
          zh: `磁盘已无法写入新内容：${freeText.zh}`,
        })
      const isLow = free < Math.min((used + free) * lowShare, lowBytes)
      if (!isLow) return finding('ok', freeText)
      return finding('problem', {
        en: `The disk is nearly full: ${freeText.en}`,
        zh: `磁盘即将写满：${freeText.zh}`,
      })
    },
  }
}

const inGiB = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)

export function storeCheck({ blobs, paths }: Pick<Platform, 'blobs' | 'paths'>): Check {
  return {
    id: 'file-storage',
    async examine() {
      const { address: at, away } = blobs.service?.() ?? { address: paths.blobs, away: null }
      if (away === null) return finding('ok', { en: `Contents of files lie in ${at}`, zh: `文件内容存放于 ${at}` })
      const since = new Date(away.since).toISOString()
      return finding('problem', {
        en: `${at} has been away since ${since}: ${away.problem.en}`,
        zh: `${at} 自 ${since} 起无法使用：${away.problem.zh}`,
      })
    },
  }
}

const day = 24 * 3_600_000
const oldAfter = 7 * day

export function backupCheck({ paths, clock }: Pick<Platform, 'paths' | 'clock'>): Check {
  return {
    id: 'backup',
    async examine() {
      const last = await readLastBackup(paths)
      if (last === undefined)
        return finding('not-set-up', {
          en: 'No backup was made with `vermilion backup` yet. Run `vermilion backup TARGET`, best once a day from cron or a systemd timer',
          zh: '尚未用 `vermilion backup` 做过备份。请运行 `vermilion backup 目标目录`，最好用 cron 或 systemd 定时器每天执行一次',
        })
      const age = clock.now() - Date.parse(last.at)
      const days = Math.floor(age / day)
      return finding(age > oldAfter ? 'problem' : 'ok', {
        en: `Copied to ${last.target} at ${last.at}, ${days === 1 ? '1 day' : `${days} days`} ago`,
        zh: `${last.at} 备份到 ${last.target}，距今 ${days} 天`,
      })
    },
  }
}

/** Sampling interval in milliseconds, which the histogram includes in each delay. */
const resolution = 50
/** Milliseconds per window; results cover the present and the previous one. */
const windowTime = 150_000
/** Tolerated 99th percentile in milliseconds. */
const maxDelayMs = 250
const minSamples = 100

interface Delay {
  readonly samples: number
  readonly usual: number
  readonly max: number
}

export function eventLoopCheck(lifecycle: Platform['lifecycle']): Check {
  const histogram = monitorEventLoopDelay({ resolution })
  let previous: Delay | undefined
  let timer: NodeJS.Timeout | undefined
  const milliseconds = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6 - resolution))
  const now = (): Delay => ({
    samples: histogram.count,
    usual: milliseconds(histogram.percentile(99)),
    max: milliseconds(histogram.max),
  })
  lifecycle.onStart(() => {
    histogram.enable()
    timer = setInterval(() => {
      previous = now()
      histogram.reset()
    }, windowTime).unref()
  })
  lifecycle.onStop(() => {
    clearInterval(timer)
    histogram.disable()
  })
  return {
    id: 'event-loop',
    async examine() {
      const windows = [previous, now()].filter((delay) => delay !== undefined && delay.samples >= minSamples)
      if (windows.length === 0)
        return finding('unknown', {
          en: 'The server has not run long enough to tell',
          zh: '服务器运行时间太短，尚无法判断',
        })
      const maxOf = (of: (delay: Delay) => number) => Math.max(...windows.map((delay) => of(delay as Delay)))
      const [usual, max] = [maxOf((delay) => delay.usual), maxOf((delay) => delay.max)]
      return finding(usual > maxDelayMs ? 'problem' : 'ok', {
        en: `99 of 100 requests waited at most ${usual} ms, the longest ${max} ms`,
        zh: `99% 的请求等待不超过 ${usual} ms，最长 ${max} ms`,
      })
    },
  }
}
