import dayjs from 'dayjs'

const longestName = 50

/**
 * A name for a task by what it is about and when it is made, as the rules of task names want it: `floor-1126-2103`.
 * `otherwise` stands for words that have no letter of those.
 */
export function proposeTaskName(about: string, otherwise: string, now: Date = new Date()): string {
  const time = dayjs(now).format('-MMDD-HHmm')
  const words = about
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, longestName - time.length)
    .replace(/-+$/, '')
  return `${words === '' ? otherwise : words}${time}`
}
