import { describeIssue, type SchemaIssue } from '../../kernel/schema-issue.ts'
import { z } from 'zod'

/** https://labelstud.io/guide/export: tasks with annotations, or in `JSON_MIN` rows with the newest results. */
const fields = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

const result = z.object({
  id: z.string().nullish().catch(null),
  type: z.string(),
  from_name: z.string().default(''),
  value: fields,
  original_width: z.number().int().positive().nullish().catch(null),
  original_height: z.number().int().positive().nullish().catch(null),
  image_rotation: z.number().nullish().catch(null),
  score: z.number().nullish().catch(null),
})
export type LabelStudioResult = z.output<typeof result>

const annotation = z.object({
  was_cancelled: z.boolean().nullish().catch(null),
  completed_by: z
    .union([
      z.number(),
      z.string(),
      z.object({ id: z.union([z.number(), z.string()]).nullish(), email: z.string().nullish() }),
    ])
    .nullish()
    .catch(null),
  ground_truth: z.boolean().nullish().catch(null),
  updated_at: z.string().nullish().catch(null),
  result: z.array(z.unknown()).max(1_000_000).nullish(),
})

const task = z.object({
  id: z.union([z.number(), z.string()]).nullish().catch(null),
  data: fields,
  file_upload: z.string().nullish().catch(null),
  annotations: z.array(annotation).nullish(),
  predictions: z.array(annotation).nullish(),
})

export interface LabelStudioTask {
  readonly where: string
  readonly image: string
  readonly size: { width: number; height: number } | null
  readonly split: string
  readonly answers: readonly LabelStudioAnswer[]
  /** The newest prediction, for images nobody has labeled. */
  readonly predicted: readonly unknown[] | null
  /** Shared by the rows of a task; null when each row is a task. */
  readonly row: string | null
}

export interface LabelStudioAnswer {
  readonly annotator: string | null
  readonly isRight: boolean
  readonly updatedAt: string
  readonly results: readonly unknown[]
}

const maxAnnotatorLength = 200

const facts: ReadonlySet<string> = new Set([
  'id',
  'annotator',
  'annotation_id',
  'created_at',
  'updated_at',
  'lead_time',
])

export function readTask(entry: unknown, index: number, configured: ReadonlySet<string>): LabelStudioTask | null {
  const parsed = task.safeParse(entry)
  if (parsed.success) return taskOf(parsed.data, index)
  const row = fields.safeParse(entry)
  return row.success && !('data' in row.data) ? rowOf(row.data, index, configured) : null
}

function taskOf(
  { id, data, file_upload, annotations, predictions }: z.output<typeof task>,
  index: number,
): LabelStudioTask | null {
  const image = imageIn(data) ?? file_upload
  if (image === null || image === undefined) return null
  const finished = (annotations ?? []).filter(({ was_cancelled }) => was_cancelled !== true)
  return {
    where: `task ${id ?? index + 1}`,
    image,
    size: sizeIn(data),
    split: typeof data['split'] === 'string' ? data['split'] : '',
    answers: finished.flatMap((one) =>
      one.result
        ? [
            {
              annotator: annotatorOf(one.completed_by),
              isRight: one.ground_truth === true,
              updatedAt: one.updated_at ?? '',
              results: one.result,
            },
          ]
        : [],
    ),
    predicted: predictions?.at(-1)?.result ?? null,
    row: null,
  }
}

function annotatorOf(completedBy: z.output<typeof annotation>['completed_by']): string | null {
  const name =
    typeof completedBy === 'object' && completedBy !== null ? completedBy.email || completedBy.id : completedBy
  return name === null || name === undefined || name === '' ? null : String(name).slice(0, maxAnnotatorLength)
}

function rowOf(row: Record<string, unknown>, index: number, configured: ReadonlySet<string>): LabelStudioTask | null {
  const image = imageIn(row)
  if (image === undefined) return null
  const results = Object.entries(row).flatMap(([name, value]): unknown[] => {
    if (facts.has(name) || value === image) return []
    // Results share the row with the task's own columns: the configuration separates them.
    if (typeof value === 'string' && configured.size > 0 && !configured.has(value)) return []
    if (typeof value === 'string') return [{ type: 'choices', from_name: name, value: { choices: [value] } }]
    if (fields.safeParse(value).success && Array.isArray((value as { choices?: unknown }).choices))
      return [{ type: 'choices', from_name: name, value }]
    return Array.isArray(value) ? value.map((one: unknown) => resultOfRow(name, one)) : []
  })
  return {
    where: `task ${String(row['id'] ?? index + 1).slice(0, 40)}`,
    image,
    size: null,
    split: '',
    answers: [
      {
        annotator: annotatorOf(annotation.shape.completed_by.parse(row['annotator'])),
        isRight: false,
        updatedAt: typeof row['updated_at'] === 'string' ? row['updated_at'] : '',
        results,
      },
    ],
    predicted: null,
    row: row['id'] === undefined ? null : String(row['id']),
  }
}

/** The type of a `JSON_MIN` region follows from the key of its labels. */
function resultOfRow(from_name: string, entry: unknown): unknown {
  if (!fields.safeParse(entry).success) return entry
  const value = entry as Record<string, unknown>
  const type = Object.keys(value).find((key) => key.endsWith('labels')) ?? 'unknown'
  return { type, from_name, value, original_width: value['original_width'], original_height: value['original_height'] }
}

function sizeIn({ width, height }: Record<string, unknown>): { width: number; height: number } | null {
  const isSize = Number.isInteger(width) && Number.isInteger(height)
  const [across, down] = [Number(width), Number(height)]
  return isSize && across > 0 && down > 0 && across * down <= 500_000_000 ? { width: across, height: down } : null
}

function imageIn(data: Record<string, unknown>): string | undefined {
  const texts = Object.entries(data).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  const named = texts.find(([name]) => /^(?:image|img|picture|photo|captioning|\$undefined\$)$/i.test(name))
  return (
    named ?? texts.find(([, text]) => /\.(?:jpe?g|png|bmp|webp|tiff?|gif|avif|heic|jfif)(?:[?#]|$)/i.test(text))
  )?.[1]
}

export function readResult(entry: unknown): { value: LabelStudioResult } | SchemaIssue {
  const parsed = result.safeParse(entry)
  if (parsed.success) return { value: parsed.data }
  return describeIssue(parsed.error, entry, 'result')
}
