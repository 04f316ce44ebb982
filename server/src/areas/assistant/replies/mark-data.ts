import { randomBytes } from 'node:crypto'

export function markData(source: string, content: string): string {
  const mark = randomBytes(9).toString('base64url')
  return `<data ${mark} from="${source.replaceAll(/["\n<>]/g, ' ')}">\n${content}\n</data ${mark}>`
}
