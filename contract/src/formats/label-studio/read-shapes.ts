import { readAttributes } from '../attributes.ts'
import type { ClassList } from '../class-list.ts'
import type { ImageSize } from '../codec.ts'
import type { LabeledShape } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { type LabelStudioResult, readResult } from './entries.ts'
import { isPlace, namesIn, readGeometry } from './read-shape.ts'

interface ReadShapes {
  readonly shapes: LabeledShape[]
  readonly refused: number
  readonly problems: ProblemFinding[]
}

/** Converts the results of an annotation to shapes; results with a region's id become its label or attributes. */
export function readShapes(
  entries: readonly unknown[],
  image: ImageSize,
  where: string,
  classes: ClassList,
): ReadShapes {
  const problems: ProblemFinding[] = []
  const results: LabelStudioResult[] = []
  let refused = 0
  const refuse = (problem: ProblemFinding) => {
    refused += 1
    problems.push(problem)
  }
  for (const entry of entries) {
    const read = readResult(entry)
    if ('value' in read) results.push(read.value)
    else refuse({ reason: 'entry-invalid', values: { where, field: read.field, detail: read.detail } })
  }
  const located = results.filter(isPlace)
  const regions = new Set(located.flatMap(({ id }) => (id ? [id] : [])))
  const statements = results.filter((result) => !isPlace(result))
  const shapes: LabeledShape[] = []
  for (const result of statements) {
    if (result.id && regions.has(result.id)) continue
    if (result.type === 'choices') {
      const names = namesIn(result).filter((name) => name !== '')
      const score = names.length === 1 ? scoreOf(result) : {}
      for (const name of names) shapes.push({ kind: 'class', labelIndex: classes.indexOf({ name }), ...score })
    } else refuse({ reason: 'shape-type-unknown', values: { where, type: result.type.slice(0, 40) } })
  }
  for (const [index, result] of located.entries()) {
    const at = `${where}, result ${index + 1}`
    const own = statements.filter(({ id }) => Boolean(id) && id === result.id)
    const labels = own.filter(({ type }) => type === 'labels')
    // A region with several labels becomes one shape per label.
    const names = [...new Set([result, ...labels].flatMap(namesIn))].filter((one) => one !== '')
    if (names.length === 0) {
      refuse({ reason: 'class-missing', values: { where: at } })
      continue
    }
    if (result.image_rotation) {
      refuse({
        reason: 'entry-invalid',
        values: { where: at, field: 'image_rotation', detail: String(result.image_rotation) },
      })
      continue
    }
    const read = readGeometry(result, image, at)
    if (read.problem !== undefined) {
      refuse(read.problem)
      continue
    }
    const { values, unread } = readAttributes(attributesOf(own), at)
    problems.push(...unread)
    for (const name of names)
      shapes.push({ ...read.value, labelIndex: classes.indexOf({ name }), ...scoreOf(result), ...values })
  }
  return { shapes, refused, problems }
}

function scoreOf({ score }: LabelStudioResult): { score?: number } {
  return typeof score === 'number' && score >= 0 && score <= 1 ? { score } : {}
}

function attributesOf(statements: readonly LabelStudioResult[]): object {
  return Object.fromEntries(
    statements
      .filter(({ type }) => type !== 'labels')
      .map((result) => {
        const { value } = result
        const responses = [value['choices'], value['text'], value['rating'], value['number']].find(
          (one) => one !== undefined,
        )
        return [
          result.from_name,
          Array.isArray(responses) ? (responses.length === 1 ? responses[0] : responses.join(', ')) : responses,
        ]
      }),
  )
}
