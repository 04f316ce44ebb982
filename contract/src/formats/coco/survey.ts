import type { FileReader } from '../codec.ts'
import { createJsonCutter } from '../json/cutter.ts'
import type { FormatProblem } from '../problems/problems.ts'
import { createEntrySurvey } from './entry-survey.ts'
import type { EntrySurvey } from './entry-survey.ts'

/**
 * What a first walk through a document learns, whatever order its lists come in: classes, images, and for each
 * annotation the number of its image. Annotations themselves are not kept.
 */
export interface Survey extends EntrySurvey {
  /** False for a document that merely lists images. */
  hasAnnotations: boolean
}

/** Walks through a document. Null where it cannot be read as a whole; the last problem says why. */
export async function* survey(reader: FileReader, file: string): AsyncGenerator<FormatProblem, Survey | null> {
  let problems: FormatProblem[] = []
  const { entries, take } = createEntrySurvey((line, problem) => problems.push({ file, line, ...problem }))
  const cutter = createJsonCutter()
  for await (const chunk of reader.open(file)) {
    for (const part of cutter.push(chunk)) take(part)
    yield* problems
    problems = []
  }
  const broken = cutter.end()
  if (broken !== null) {
    const values = { detail: broken.detail, limit: broken.detail }
    yield { file, line: broken.line, reason: broken.reason, values }
    return null
  }
  const absent = ['images', 'categories'].find((list) => !cutter.lists.has(list))
  if (absent !== undefined) {
    yield { file, reason: 'list-missing', values: { list: absent } }
    return null
  }
  return { hasAnnotations: cutter.lists.has('annotations'), ...entries }
}
