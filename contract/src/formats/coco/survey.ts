import type { FileReader } from '../codec.ts'
import { parsePart } from '../json/parse-part.ts'
import { listKey, readJsonParts } from '../json/read-parts.ts'
import type { FormatProblem } from '../problems/problems.ts'
import { createEntrySurvey } from './entry-survey.ts'
import type { EntrySurvey } from './entry-survey.ts'

export interface Survey extends EntrySurvey {
  hasAnnotations: boolean
}

export async function* survey(reader: FileReader, file: string): AsyncGenerator<FormatProblem, Survey | null> {
  let problems: FormatProblem[] = []
  const { entries, add } = createEntrySurvey((line, problem) => problems.push({ file, line, ...problem }))
  const parts = readJsonParts(reader.open(file))
  let isResult = false
  let step = await parts.next()
  for (; step.done !== true; step = await parts.next()) {
    const { key, index, bytes } = step.value
    if (key === listKey && index === 0) isResult = isDetection(parsePart(bytes))
    add(step.value)
    yield* problems
    problems = []
  }
  const { broken, lists, isList } = step.value
  if (broken !== null) {
    const values = { detail: broken.detail, limit: broken.detail }
    yield { file, line: broken.line, reason: broken.reason, values }
    return null
  }
  const absent = ['images', 'categories'].find((list) => !lists.has(list))
  if (isList && isResult) yield { file, reason: 'coco-result-list' }
  else if (absent !== undefined) yield { file, reason: 'list-missing', values: { list: absent } }
  return absent === undefined && !isList ? { hasAnnotations: lists.has('annotations'), ...entries } : null
}

function isDetection(read: ReturnType<typeof parsePart>): boolean {
  const entry = 'value' in read ? read.value : null
  return typeof entry === 'object' && entry !== null && 'image_id' in entry && 'category_id' in entry
}
