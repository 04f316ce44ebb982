import { directions } from '../directions.ts'
import { lint } from '../lint.ts'
import type { Violation } from './violation.ts'

/** Sizes that are too large, and names that say nothing. */
export const sizeViolations: Readonly<Record<string, Violation>> = {
  'a folder of too many files': {
    check: directions,
    files: Object.fromEntries(
      Array.from({ length: 26 }, (_, index) => [
        `server/src/platform/many/file-${index}.ts`,
        `export const part = ${index}\n`,
      ]),
    ),
    says: /platform\/many holds 26 files/,
  },
  'a name that says nothing': {
    check: lint,
    files: {
      'server/src/platform/clock.ts': `export const now = (given: number) => {\n  const { one: found } = { one: given }\n  return found\n}\n`,
    },
    says: /declared-name[^]*given[^]*found/,
  },
  'a function of too many lines': {
    check: lint,
    files: {
      'server/src/platform/clock.ts': `export function now(list: number[]) {\n${'  list.push(1)\n'.repeat(82)}}\n`,
    },
    says: /max-lines-per-function/,
  },
}
