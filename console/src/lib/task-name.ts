import dayjs from 'dayjs'

const maxNameLength = 50

/** A valid task name: `floor-1126-2103`. `otherwise` replaces a subject without valid letters. */
export function proposeTaskName(about: string, otherwise: string, now: Date = new Date()): string {
  const time = dayjs(now).format('-MMDD-HHmm')
  const text = about
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxNameLength - time.length)
    .replace(/-+$/, '')
  return `${text === '' ? otherwise : text}${time}`
}
