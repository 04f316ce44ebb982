import { randomBytes } from 'node:crypto'

/**
 * Content that somebody else may have written, between two lines that nobody can guess beforehand: what stands in it can
 * neither end it nor pass for an instruction of the product or of the person.
 */
export function markData(source: string, content: string): string {
  const mark = randomBytes(9).toString('base64url')
  return `<data ${mark} from="${source.replaceAll(/["\n<>]/g, ' ')}">\n${content}\n</data ${mark}>`
}
