import { randomBytes } from 'node:crypto'

/** Encloses untrusted content in random markers, so that it cannot end itself or pass for an instruction. */
export function markData(source: string, content: string): string {
  const mark = randomBytes(9).toString('base64url')
  return `<data ${mark} from="${source.replaceAll(/["\n<>]/g, ' ')}">\n${content}\n</data ${mark}>`
}
